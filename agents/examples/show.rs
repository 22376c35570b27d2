//! Scratch
use stavka_engine::armir::*;
use stavka_engine::catalogue::Catalogue;
use stavka_engine::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let data = <Armir as Catalogue>::load("historical").unwrap();
    let rec = record::Record::parse(&text).unwrap();
    let mut g = Armir::new(data);
    let mut last = (0, Phase::Supply, Side::Axis);
    let filt: Vec<&str> = args[2].split(',').collect();
    for l in &rec.actions {
        let now = (g.game_turn(), g.current_phase(), g.initiative());
        if now != last
            && matches!(
                now.1,
                Phase::SovietMovement | Phase::SovietMotorised | Phase::SovietCombat | Phase::AxisMovement | Phase::Initiative
            )
        {
            println!(
                "== T{} {:?} init {:?} PS {} PA {} garrison {} chir {} stars {} corps {:?}",
                now.0,
                now.1,
                now.2,
                g.momentum(),
                g.supply_points(),
                g.garrison(),
                g.chir_box(),
                g.stars(),
                (0..4).map(|c| g.corps_losses(c)).collect::<Vec<_>>()
            );
            let mut out = String::new();
            for u in data.all.iter() {
                let id = &data.unit(u).id;
                if !filt.iter().any(|f| id.contains(f)) {
                    continue;
                }
                let pl = g.place(u);
                let w = match pl.hex() {
                    Some(h) => data.map.grid.name(h).to_string(),
                    None => {
                        if pl == Place::AIRFIELDS {
                            "AIR".into()
                        } else if pl == Place::ELIMINATED {
                            "x".into()
                        } else if pl == Place::BOKOVSKAYA_BOX {
                            "BOK".into()
                        } else {
                            "off".into()
                        }
                    }
                };
                if w != "x" {
                    out += &format!("{id}:{w}({}{}) ", g.steps(u), if g.is_out_of_supply(u) { "!" } else { "" });
                }
            }
            println!("{out}");
        }
        last = now;
        let a = g.parse_action(l).unwrap();
        g.apply(a);
    }
}
