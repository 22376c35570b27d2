//! Workbench (not committed).
use stavka_agents::{Features as _, Playable, TuneSettings, tune};
use stavka_engine::east_front::{Data, EMBEDDED, EastFront, Sources};
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let players = a[0].split(',').map(|p| p.replace(';', ",").parse().unwrap()).collect();
    let mut s = TuneSettings::new(players, a[1].parse().unwrap(), a[2].parse().unwrap());
    s.slips = a[3].parse().unwrap();
    s.ridge = a[4].parse().unwrap();
    let (name, text) = EMBEDDED[0];
    let data: &'static Data = Data::interned(&Sources::embedded(name, text)).unwrap();
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().unwrap();
    let r = tune::<EastFront>(data, &s, &|| {}).unwrap();
    println!("positions {:?} axis {:.3}\nbase {:?}\nbefore {:?}\nafter {:?}", r.positions, r.axis_wins, r.base, r.before, r.after);
    for b in &r.calibration {
        println!("{:5} {:.3} {:.3}", b.positions, b.forecast, b.wins);
    }
    if let Some(out) = a.get(5) {
        let origin = format!(
            "fitted by `stavka tune east-front --games {} --seed {} --players {} --slips {}` on the scenario tartar-trench",
            a[1], a[2], a[0], a[3]
        );
        std::fs::write(out, EastFront::evaluator().file(&r.weights, origin)).unwrap();
    }
}
