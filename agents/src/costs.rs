//! Costs of ways over a map, by hex.

/// Lowers the costs of a field from the hexes in the queue until nothing gets cheaper.
pub(crate) fn spread<W: Iterator<Item = (u16, u16)>>(field: &mut [u16], queue: &mut Vec<u16>, ways: impl Fn(u16) -> W) {
    let mut at = 0;
    while at < queue.len() {
        let from = queue[at];
        at += 1;
        let here = field[usize::from(from)];
        for (to, cost) in ways(from) {
            let total = here + cost;
            if total < field[usize::from(to)] {
                field[usize::from(to)] = total;
                queue.push(to);
            }
        }
    }
    queue.clear();
}

/// Hexes that wait to be left, by what it costs to get there.
#[derive(Default)]
pub(crate) struct Rings(Vec<Vec<u16>>);

impl Rings {
    /// A hex that ways lead from, at a cost.
    pub(crate) fn start(&mut self, field: &mut [u16], from: u16, cost: u16) {
        if cost < field[usize::from(from)] {
            field[usize::from(from)] = cost;
            self.push(from, cost);
        }
    }

    fn push(&mut self, hex: u16, cost: u16) {
        let ring = usize::from(cost);
        if ring >= self.0.len() {
            self.0.resize_with(ring + 1, Vec::new);
        }
        self.0[ring].push(hex);
    }

    /// Lowers the costs of a field from the starts, the cheapest first; hexes that cost more than the horizon keep what they have.
    pub(crate) fn spread<W: Iterator<Item = (u16, u16)>>(&mut self, field: &mut [u16], horizon: u16, ways: impl Fn(u16) -> W) {
        for cost in 0..=horizon {
            let mut at = 0;
            while let Some(&from) = self.0.get(usize::from(cost)).and_then(|ring| ring.get(at)) {
                at += 1;
                if field[usize::from(from)] != cost {
                    continue;
                }
                for (to, price) in ways(from) {
                    let total = cost + price;
                    if total <= horizon && total < field[usize::from(to)] {
                        field[usize::from(to)] = total;
                        self.push(to, total);
                    }
                }
            }
        }
        self.0.iter_mut().for_each(Vec::clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_give_the_same_costs_as_a_plain_queue_up_to_the_horizon() {
        // A strip of hexes with ways whose prices differ by hex, and a shortcut.
        let price = |hex: u16| 1 + hex * 7 % 5;
        let ways = |from: u16| {
            let near = [from.saturating_sub(1), (from + 1).min(39), (from + 11).min(39)];
            near.into_iter().filter(move |&to| to != from).map(move |to| (to, price(to)))
        };
        let (mut slow, mut fast) = ([500; 40], [500; 40]);
        slow[7] = 0;
        slow[30] = 6;
        spread(&mut slow, &mut vec![7, 30], ways);
        let mut rings = Rings::default();
        for _ in 0..2 {
            fast = [500; 40];
            rings.start(&mut fast, 7, 0);
            rings.start(&mut fast, 30, 6);
            rings.spread(&mut fast, 12, ways);
        }
        assert!(slow.iter().any(|&cost| cost > 12), "the horizon cuts something off");
        assert_eq!(fast, slow.map(|cost| if cost > 12 { 500 } else { cost }));
    }
}
