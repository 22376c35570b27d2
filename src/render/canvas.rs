//! A rectangle of characters with tones, for drawing maps as text.

use super::ink::{Ink, Tone};

/// Characters by row and column; rows print without trailing blanks.
pub struct Canvas {
    width: usize,
    cells: Vec<(char, Tone)>,
}

impl Canvas {
    /// A blank canvas.
    pub fn new(width: usize, height: usize) -> Self {
        Canvas { width, cells: vec![(' ', Tone::Plain); width * height] }
    }

    /// Puts a character; off the canvas nothing happens.
    pub fn put(&mut self, x: usize, y: usize, mark: char, tone: Tone) {
        if x < self.width
            && let Some(cell) = self.cells.get_mut(y * self.width + x)
        {
            *cell = (mark, tone);
        }
    }

    /// Writes text to the right from a place.
    pub fn write(&mut self, x: usize, y: usize, text: &str, tone: Tone) {
        for (offset, mark) in text.chars().enumerate() {
            self.put(x + offset, y, mark, tone);
        }
    }

    /// The rows and columns of a window as text, one line per row.
    pub fn window(&self, columns: std::ops::Range<usize>, rows: std::ops::Range<usize>, ink: Ink) -> Vec<String> {
        rows.map(|row| {
            let last = columns.end.min(self.width);
            let first = columns.start.min(last);
            line(&self.cells[row * self.width + first..row * self.width + last], ink)
        })
        .collect()
    }
}

/// A row without trailing blanks, its runs of one tone painted together.
fn line(cells: &[(char, Tone)], ink: Ink) -> String {
    let used = cells.iter().rposition(|&(mark, _)| mark != ' ').map_or(0, |last| last + 1);
    cells[..used]
        .chunk_by(|left, right| left.1 == right.1)
        .map(|run| ink.paint(run[0].1, &run.iter().map(|&(mark, _)| mark).collect::<String>()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_cuts_and_trims() {
        let mut canvas = Canvas::new(6, 2);
        canvas.write(1, 0, "abcdefgh", Tone::Plain);
        canvas.put(9, 9, 'x', Tone::Plain);
        assert_eq!(canvas.window(2..6, 0..2, Ink::Plain), ["bcde", ""]);
    }
}
