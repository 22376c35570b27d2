//! Lets what is built with the feature `torch` find, when it is run, the libtorch it was linked to: beside the build
//! (`target/libtorch`), or where `LIBTORCH` pointed. `LD_LIBRARY_PATH` goes before both.

use std::env;

fn main() {
    println!("cargo:rerun-if-env-changed=LIBTORCH");
    if env::var_os("CARGO_FEATURE_TORCH").is_none() || env::var_os("CARGO_CFG_UNIX").is_none() {
        return;
    }
    for beside in ["..", "../.."] {
        println!("cargo:rustc-link-arg=-Wl,-rpath,$ORIGIN/{beside}/libtorch/lib");
    }
    if let Ok(own) = env::var("LIBTORCH") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{own}/lib");
    }
}
