//! Scratch: balance of greedy against greedy.
use stavka_agents::*;
use stavka_engine::armir::*;
use stavka_engine::catalogue::Catalogue;
use stavka_engine::*;
use std::collections::BTreeMap;
use std::sync::Mutex;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: usize = args[1].parse().unwrap();
    let names = [args[2].clone(), args[3].clone()];
    let first: u64 = args.get(4).map_or(0, |s| s.parse().unwrap());
    let scen = args.get(5).map_or("historical", |s| s.as_str());
    let data = <Armir as Catalogue>::load(scen).unwrap();
    let mom: Mutex<Vec<(f64, f64)>> = Mutex::new(vec![(0., 0.); 8]);
    let t = std::time::Instant::now();
    let make = |name: String| {
        move |seed: u64| -> Box<dyn Agent<Armir>> {
            let Some((_, list)) = name.split_once(':') else { return make_agent::<Armir>(&name, seed).unwrap() };
            let mut w = stavka_agents::armir::Weights::default();
            for kv in list.split(',') {
                let (k, v) = kv.split_once('=').unwrap();
                let v: f64 = v.parse().unwrap();
                *match k {
                    "star" => &mut w.star, "hq" => &mut w.hq,
                    "vic" => &mut w.victory,
                    "donets" => &mut w.donets,
                    "destroy" => &mut w.destroy,
                    "airfields" => &mut w.airfields,
                    "momentum" => &mut w.momentum,
                    "scp" => &mut w.soviet_cp,
                    "acp" => &mut w.axis_cp,
                    "corps" => &mut w.corps_step,
                    "cut" => &mut w.cut_off,
                    "breach" => &mut w.breach,
                    "guard" => &mut w.guard,
                    "pull" => &mut w.pull,
                    "march" => &mut w.march,
                    "combat" => &mut w.combat,
                    _ => panic!("{k}"),
                } = v;
            }
            Box::new(Greedy::new(seed, stavka_agents::armir::ArmirKnowledge::new(w)))
        }
    };
    let (a, s) = (make(names[0].clone()), make(names[1].clone()));
    let progress = |r: &GameReport<Armir>| {
        // replay for momentum by turn
        let mut g = Armir::new(data);
        let mut turn = 0;
        for line in &r.record.actions {
            if g.game_turn() != turn && g.current_phase() == Phase::Initiative {
                turn = g.game_turn();
                let mut m = mom.lock().unwrap();
                m[turn as usize].0 += g.momentum() as f64;
                m[turn as usize].1 += 1.0;
            }
            let act = g.parse_action(line).unwrap();
            g.apply(act);
        }
    };
    let reports = match_games(data, first, n, &Pairing { make: [&a, &s], progress: &progress }).unwrap();
    let el = t.elapsed().as_secs_f64();
    let mut wins = [0; 2];
    let mut levels = BTreeMap::new();
    let (mut dec, mut stars, mut corps, mut air, mut endm) = (0, 0.0, 0.0, 0, 0.0);
    let mut corpsd = [0; 6];
    let mut corpsi = [0; 4];
    let mut sets: BTreeMap<u8, (i32, i32)> = BTreeMap::new();
    let mut starh: BTreeMap<String, i32> = BTreeMap::new();
    let mut starhist: BTreeMap<u8, i32> = BTreeMap::new();
    let mut turn_end: BTreeMap<u16, i32> = BTreeMap::new();
    let mut would: BTreeMap<u8, i32> = BTreeMap::new();
    let mut cp = [0.0; 4]; let mut hqp = 0; let mut coll = 0;
    let mut pa = 0.0;
    for r in &reports {
        wins[r.outcome.winner.unwrap().index()] += 1;
        *levels.entry(r.outcome.level).or_insert(0) += 1;
        dec += r.decisions;
        let v = r.last.victory_points();
        stars += f64::from(v.stars); hqp += v.hq_penalty; coll += i32::from(r.last.momentum() == 0);
        *starhist.entry(v.stars).or_default() += 1;
        corps += f64::from(v.corps_destroyed);
        corpsd[v.corps_destroyed as usize] += 1;
        for k in 0..4 {
            if r.last.is_destroyed(k) {
                corpsi[k] += 1
            }
        }
        air += i32::from(r.last.garrison() == 0);
        endm += f64::from(r.last.momentum());
        pa += f64::from(r.last.supply_points());
        *turn_end.entry(r.last.game_turn()).or_default() += 1;
        let set = r.last.known_objectives(Side::Soviet).unwrap();
        let e = sets.entry(set.0).or_default();
        if r.outcome.winner == Some(Side::Soviet) {
            e.0 += 1
        }
        e.1 += 1;
        if r.last.momentum() > 0 {
            for set in ObjectiveSet::choices(2) {
                if v.total(set) >= 3 && !(set.has(2) && r.last.garrison() > 0) {
                    *would.entry(set.0).or_default() += 1;
                }
            }
        }
        for p in &data.map.places {
            if p.star > 0 && r.last.controller(p.hex) == Side::Soviet {
                *starh.entry(p.name.clone()).or_default() += 1;
            }
        }
        for u in data.all.iter() {
            let s = u.side().index();
            let c = f64::from(r.last.cp(u)) * if r.last.steps(u) > 0 { 1.0 } else { 0.0 };
            cp[s] += c;
            if r.last.is_out_of_supply(u) {
                cp[s + 2] += c;
            }
        }
    }
    let nf = n as f64;
    println!("{} vs {} n={n} time {el:.1}s  axis {} soviet {}  decisions {}", names[0], names[1], wins[0], wins[1], dec / n);
    println!("levels {levels:?} end turns {turn_end:?}");
    println!("stars {:.1} {starhist:?}", stars / nf);
    println!(
        "corps {:.2} {corpsd:?} by corps {corpsi:?} airfields {air} endmom {:.1} pa {:.1} cp axis {:.0} sov {:.0} oos {:.0} {:.0}",
        corps / nf,
        endm / nf,
        pa / nf,
        cp[0] / nf,
        cp[1] / nf,
        cp[2] / nf,
        cp[3] / nf
    );
    let m = mom.lock().unwrap();
    println!(
        "momentum at turn start {:?}",
        m.iter().skip(2).take(5).map(|(a, b)| format!("{:.1}({})", a / b.max(1.0), b)).collect::<Vec<_>>()
    );
    println!("sets {sets:?} would win {would:?}");
    println!("stars held {starh:?}");
    if args.len() > 6 {
        std::fs::write(&args[6], reports[0].record.to_text()).unwrap();
    }
}
