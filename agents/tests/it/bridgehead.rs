//! The small game that others begin from, played by the search.

use stavka_agents::{Agent, Player, Random, play_game};
use stavka_engine::Side;

use crate::game::{Bridgehead, MAP};
use crate::player::player;

#[test]
fn the_search_beats_a_random_player_on_either_side() {
    let mut won = 0.0;
    for seed in 0..10 {
        let (mut search, mut random) = (player(seed, 60), Random::new(seed));
        let side = Side::ALL[seed as usize % 2];
        let mut agents: [&mut dyn Agent<Bridgehead>; 2] = [&mut search, &mut random];
        agents.rotate_left(side.index());
        let [axis, soviet] = agents;
        let players = [Player { name: "axis", agent: axis }, Player { name: "soviet", agent: soviet }];
        let report = play_game::<Bridgehead>(&MAP, seed, players).expect("players choose legal actions");
        won += report.outcome.share(side);
    }
    assert!(won >= 7.5, "{won} of 10 points against a random player");
}
