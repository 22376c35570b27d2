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
