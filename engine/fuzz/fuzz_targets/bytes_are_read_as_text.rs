//! Bytes are read as lines of notation and as a record; the first byte chooses game and scenario.

#![no_main]

#[path = "../../tests/it/props/bytes.rs"]
#[allow(dead_code, reason = "each target uses a part of the driver")]
mod driver;

use libfuzzer_sys::fuzz_target;
use stavka_engine::catalogue::{Catalogue as _, GameName};
use stavka_engine::with_game;

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, bytes)) = bytes.split_first() else { return };
    let game = GameName::ALL[usize::from(choice >> 4) % GameName::ALL.len()];
    with_game!(game, G => {
        let ids = G::embedded();
        let scenario = G::load(ids[usize::from(choice & 15) % ids.len()]).expect("embedded scenarios load");
        driver::read::<G>(scenario, bytes);
    });
});
