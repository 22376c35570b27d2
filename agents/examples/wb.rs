//! Workbench (not committed): matches on East Front with details.
use stavka_agents::{AgentSpec, Watch};
use stavka_engine::east_front::{Action, Data, EMBEDDED, EastFront, Sources};
use stavka_engine::record::player_stream;
use stavka_engine::{Dice, Game, Side, Turn, View};
use std::collections::BTreeMap;

fn main() {
    let mut args = std::env::args().skip(1);
    let axis: AgentSpec = args.next().unwrap().parse().unwrap();
    let soviet: AgentSpec = args.next().unwrap().parse().unwrap();
    let games: u64 = args.next().unwrap().parse().unwrap();
    let first: u64 = args.next().unwrap().parse().unwrap();
    let verbose = args.next();
    let fights = verbose.as_deref() == Some("f");
    let (name, text) = EMBEDDED[0];
    let mut sources = Sources::embedded(name, text);
    let text = std::env::var("SCN").ok().map(|f| std::fs::read_to_string(f).unwrap());
    if let Some(t) = text {
        sources = Sources::embedded(name, Box::leak(t.into_boxed_str()));
    }
    if let Ok(f) = std::env::var("UNITS") {
        sources.units.text = Box::leak(std::fs::read_to_string(f).unwrap().into_boxed_str());
    }
    let data: &'static Data = Data::interned(&sources).unwrap();
    let mut wins = 0;
    let mut levels = BTreeMap::new();
    let mut held = [0u32; 5];
    let mut losses = [0u32; 8];
    let mut per = vec![0u32; 4];
    let mut tally: BTreeMap<(u16, String, bool), (u32, u32, i32, i32, u32, u32, u32)> = BTreeMap::new();
    let mut byturn = [[0u32; 5]; 5];
    let begun = std::time::Instant::now();
    for seed in first..first + games {
        let mut agents = [axis.make::<EastFront>(seed).unwrap(), soviet.make::<EastFront>(seed).unwrap()];
        for side in Side::ALL {
            agents[side.index()].new_game(Dice::stream(seed, player_stream(side)).bits());
        }
        let mut dice = Dice::stream(seed, 0);
        let mut g = EastFront::new(data);
        let mut legal = vec![];
        let mut turn = 0;
        let mut fight: Option<(u16, String, bool, i32, i32, u32, stavka_engine::hex::Hex)> = None;
        let mut target = None;
        loop {
            if g.game_turn() != turn {
                if turn > 0 {
                    byturn[turn as usize][g.objectives_held() as usize] += 1;
                }
                turn = g.game_turn();
            }
            g.legal_actions(&mut legal);
            let action = match g.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    if let (Some(s), Some(hex)) = (g.battle_sheet(), target) {
                        let axis_attacks = g.occupant(hex) != Some(Side::Axis);
                        fight = Some((
                            turn,
                            data.map.grid.name(hex).to_string(),
                            axis_attacks,
                            s.column.map_or(-1, |c| c.index() as i32),
                            s.modifiers.net as i32,
                            g.steps_lost(Side::Axis) as u32,
                            hex,
                        ));
                    }
                    g.draw(&legal, &mut dice)
                }
                Turn::Player(side) => agents[side.index()].choose(View::new(&g, side), &legal, Watch::NOBODY),
            };
            if let Action::Resolve(h) = action {
                target = Some(h);
            }
            if let Action::Attack(h) = action {
                target = Some(h);
            }
            if verbose.as_deref() == Some("v") {
                use stavka_engine::Notation as _;
                let mut line = String::new();
                g.write_action(action, &mut line).unwrap();
                println!(
                    "{} {} {line} {}",
                    turn,
                    g.phase_name(),
                    g.battle_sheet().map_or(String::new(), |s| format!(
                        "[{}:{} col {:?} net {}]",
                        s.attack,
                        s.defence,
                        s.column.map(|c| c.index()),
                        s.modifiers.net
                    ))
                );
            }
            g.try_apply(action).unwrap();
            if let Some(f) = &fight
                && g.is_quiet()
            {
                let e = tally.entry((f.0, f.1.clone(), f.2)).or_default();
                e.0 += 1;
                let def = if f.2 { Side::Soviet } else { Side::Axis };
                if g.occupant(f.6) != Some(def) {
                    e.1 += 1;
                }
                e.2 += f.3;
                e.3 += f.4;
                e.4 += g.steps_lost(Side::Axis) as u32 - f.5;
                fight = None;
            }
        }
        byturn[4][g.objectives_held() as usize] += 1;
        let o = g.outcome().unwrap();
        if o.winner == Some(Side::Axis) {
            wins += 1;
        }
        *levels.entry(o.level).or_insert(0) += 1;
        held[g.objectives_held() as usize] += 1;
        for (i, &hex) in data.script.objectives.iter().enumerate() {
            if g.controller(hex) == Side::Axis {
                per[i] += 1;
            }
        }
        losses[(g.steps_lost(Side::Axis) as usize).min(7)] += 1;
    }
    if fights {
        for ((turn, hex, axis), (n, clear, col, net, lost, ..)) in &tally {
            if *n as u64 * 20 > games {
                println!(
                    "turn {turn} {hex} {} n {n} cleared {clear} mean column {:.1} net {:.1} axis steps {:.2}",
                    if *axis { "axis attacks" } else { "soviet attacks" },
                    *col as f32 / *n as f32,
                    *net as f32 / *n as f32,
                    *lost as f32 / *n as f32
                );
            }
        }
        println!("held at ends of turns {byturn:?}");
    }
    println!(
        "{axis} v {soviet}: axis {wins}/{games}; {levels:?}; held {held:?}; per objective {per:?}; axis steps lost {losses:?}; {:.2} s/game",
        begun.elapsed().as_secs_f64() / games as f64
    );
}
