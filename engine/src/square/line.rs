//! The cells under a straight line between the centres of two.

/// The cells whose open interior a segment between two centres crosses, both ends included, from its start: see [`crossed`].
#[derive(Clone, Debug)]
pub struct Crossed {
    at: (i16, i16),
    step: (i16, i16),
    length: (i16, i16),
    passed: (i16, i16),
    begun: bool,
}

/// The cells whose open interior the segment between the centres of two cells crosses, both ends included, in order from `from`.
/// A corner that the segment meets belongs to neither of the cells beside it.
///
/// In doubled coordinates the borders lie at odd numbers, so that the next border of a column and that of a row are compared by
/// products of integers. The cells from `b` to `a` are those from `a` to `b`.
///
/// ```
/// use stavka_engine::square::crossed;
///
/// assert_eq!(crossed((0, 0), (3, 1)).collect::<Vec<_>>(), [(0, 0), (1, 0), (2, 1), (3, 1)]);
/// ```
pub const fn crossed(from: (i16, i16), to: (i16, i16)) -> Crossed {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    Crossed { at: from, step: (dx.signum(), dy.signum()), length: (dx.abs(), dy.abs()), passed: (0, 0), begun: false }
}

impl Iterator for Crossed {
    type Item = (i16, i16);

    #[inline]
    fn next(&mut self) -> Option<(i16, i16)> {
        if !self.begun {
            self.begun = true;
            return Some(self.at);
        }
        if self.passed == self.length {
            return None;
        }
        let column = (2 * self.passed.0 + 1) * self.length.1;
        let row = (2 * self.passed.1 + 1) * self.length.0;
        if column <= row {
            self.at.0 += self.step.0;
            self.passed.0 += 1;
        }
        if column >= row {
            self.at.1 += self.step.1;
            self.passed.1 += 1;
        }
        Some(self.at)
    }
}
