mod props;
use props::walk::*;
use stavka_engine::armir::*;
use stavka_engine::*;
#[test]
fn debug_one() {
    let s: u64 = std::env::var("SEED").unwrap().parse().unwrap();
    let sc = std::env::var("SC").unwrap_or("historical".into());
    let data = <Armir as stavka_engine::catalogue::Catalogue>::load(&sc).unwrap();
    let mut w = Walk::<Armir>::new(data, s);
    let from: usize = std::env::var("FROM").unwrap_or("0".into()).parse().unwrap();
    let show = std::env::var("SHOW").is_ok();
    while !w.is_over() {
        let a = w.next();
        if show && w.count >= from { println!("{} {} | {} -> {}   [mom {} stars {}]", w.count, w.legal.len(), w.game.prompt(), w.game.notation(a), w.game.momentum(), w.game.stars()); }
        w.apply(a);
        if w.count > from + 60 && from > 0 { break; }
    }
}
