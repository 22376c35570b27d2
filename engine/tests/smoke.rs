use stavka_engine::armir::*;
use stavka_engine::*;
#[test]
fn smoke() {
    for (name, text) in EMBEDDED {
        let data = match Data::interned(&Sources::embedded(name, text)) { Ok(d) => d, Err(e) => panic!("{e}") };
        let mut wins = [0; 2]; let mut total = 0usize; let mut maxlen = 0; let mut maxleg = 0;
        let mut levels = std::collections::BTreeMap::new();
        for seed in 0..200u64 {
            let mut dice = Dice::new(seed);
            let mut game = Armir::new(data);
            let mut legal = Vec::new();
            let mut n = 0;
            while game.turn() != Turn::Over {
                game.legal_actions(&mut legal);
                assert!(!legal.is_empty(), "dead end: {}", game.prompt());
                maxleg = maxleg.max(legal.len());
                let a = if game.turn() == Turn::Chance { game.draw(&legal, &mut dice) } else { dice.choose(&legal) };
                if seed == 0 && std::env::var("SHOW").is_ok() { println!("{} {} -> {}", legal.len(), game.prompt(), game.notation(a)); }
                game.apply(a);
                if seed % 20 == 0 { game.verify().unwrap_or_else(|e| panic!("{e}")); }
                n += 1;
                assert!(n < 30000);
            }
            total += n; maxlen = maxlen.max(n);
            let o = game.outcome().unwrap();
            *levels.entry(o.level).or_insert(0) += 1;
            wins[o.winner.unwrap().index()] += 1;
        }
        println!("{name}: wins {wins:?} mean {} max {maxlen} maxlegal {maxleg} {levels:?} size {}", total / 200, std::mem::size_of::<Armir>());
    }
}
