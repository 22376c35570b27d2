//! The tests of the third game alone, for the loop while it is written.
#![allow(dead_code, unused_imports, unused_macros)]

#[path = "../it/across_the_bug_battles.rs"]
mod across_the_bug_battles;
#[path = "../it/across_the_bug_combat.rs"]
mod across_the_bug_combat;
#[path = "../it/across_the_bug_data.rs"]
mod across_the_bug_data;
#[path = "../it/across_the_bug_defects.rs"]
mod across_the_bug_defects;
#[path = "../it/across_the_bug_fog.rs"]
mod across_the_bug_fog;
#[path = "../it/across_the_bug_free.rs"]
mod across_the_bug_free;
#[path = "../it/across_the_bug_play.rs"]
mod across_the_bug_play;
#[path = "../it/across_the_bug_reference.rs"]
mod across_the_bug_reference;
#[path = "../it/across_the_bug_rows_a.rs"]
mod across_the_bug_rows_a;
#[path = "../it/across_the_bug_rows_b.rs"]
mod across_the_bug_rows_b;
#[path = "../it/across_the_bug_rows_c.rs"]
mod across_the_bug_rows_c;
#[path = "../it/across_the_bug_rows_d.rs"]
mod across_the_bug_rows_d;
#[path = "../it/across_the_bug_rows_e.rs"]
mod across_the_bug_rows_e;
#[path = "../it/across_the_bug_rows_f.rs"]
mod across_the_bug_rows_f;
#[path = "../it/across_the_bug_rows_g.rs"]
mod across_the_bug_rows_g;
#[path = "../it/across_the_bug_rows_h.rs"]
mod across_the_bug_rows_h;
#[path = "../it/across_the_bug_rows_i.rs"]
mod across_the_bug_rows_i;
#[path = "../it/across_the_bug_scenes.rs"]
mod across_the_bug_scenes;
#[path = "../it/across_the_bug_start.rs"]
mod across_the_bug_start;
#[path = "../it/across_the_bug_tables.rs"]
mod across_the_bug_tables;
#[path = "../../../agents/examples/bridgehead/game.rs"]
mod bridgehead;
#[path = "../it/bridgehead_patched.rs"]
mod bridgehead_patched;
#[path = "../it/props/mod.rs"]
mod props;
#[path = "../it/toy/mod.rs"]
mod toy;
