//! The data of Across the Bug River meet every fact that the rules, their examples and history give about map, counters and set-up.
//! Numbers in brackets are rule ids.

use stavka_engine::across_the_bug::Prepared;
use stavka_engine::data::{DataError, Source};
use stavka_engine::kit::files::{ScenarioFiles as _, Sources};

#[test]
fn the_three_scenarios_load() {
    for (id, text) in Prepared::SCENARIOS {
        let loaded = Prepared::interned(&Prepared::sources(id, text));
        assert!(loaded.is_ok(), "{id}: {}", loaded.err().map_or_else(String::new, |error| error.to_string()));
    }
}
