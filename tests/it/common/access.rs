//! Whether everybody can use a page: axe-core's rules, and what it does not look at.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::driver::Browser;

/// What axe-core leaves out: ids that stand twice, pages that scroll sideways, controls outside the window.
const OURS: &str = include_str!("access.js");
/// Rules that axe-core leaves off unless asked for.
const MORE: [&str; 1] = ["target-size"];

/// The target directory, where `tests/axe.py` puts axe-core.
pub(crate) fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it lies in the target directory").to_owned()
}

fn axe() -> String {
    let path = target().join("axe.min.js");
    std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; tests/run fetches it, or: python3 tests/axe.py target", path.display()))
}

/// Checks what is shown. The thousands of parts of the map's picture are left out; the map itself has a name and its
/// choices are a list.
#[track_caller]
pub(crate) fn check(browser: &Browser) {
    if !browser.is("window.axe") {
        browser.js(&axe());
    }
    let rules: Value = MORE.into_iter().map(|rule| (rule.to_owned(), json!({ "enabled": true }))).collect::<serde_json::Map<_, _>>().into();
    let found = browser.js(&format!(
        "return axe.run({{ exclude: ['#map > *', '#ground > *'] }}, {{ rules: {rules}, resultTypes: ['violations'] }}).then(({{ violations }}) => \
         violations.flatMap(({{ id, nodes }}) => nodes.map(({{ html, failureSummary }}) => `${{id}}: ${{html.slice(0, 140)}}: ${{failureSummary}}`)))"
    ));
    assert_eq!(found, json!([]), "axe-core objects");
    assert_eq!(browser.js(OURS), json!([]), "not everybody can use this page");
}
