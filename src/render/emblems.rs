//! Own drawings of the common symbols of branches, around the origin in a box of 24 by 14.

use std::fmt::Write as _;

/// What the symbol of a branch is called, with the mark of motors or without it.
pub(crate) fn name(branch: &str, motors: bool) -> String {
    format!("sym-{branch}{}", if motors { "-m" } else { "" })
}

/// Definitions of the symbols of branches, each with and without the mark of motors.
pub(crate) fn definitions(branches: &[&str]) -> String {
    let mut out = String::new();
    for branch in branches {
        for motors in [false, true] {
            let name = name(branch, motors);
            let (lines, solids) = strokes(branch);
            let motors = if motors { "M0-7v14" } else { "" };
            let frame = if is_framed(branch) { r#"<rect x="-12" y="-7" width="24" height="14" class="box"/>"# } else { "" };
            let _ = write!(out, r#"<g id="{name}">{frame}<path d="{lines}{motors}" class="line"/><path d="{solids}" class="solid"/></g>"#);
        }
    }
    out
}

/// Aircraft and markers have no frame.
fn is_framed(branch: &str) -> bool {
    !matches!(branch, "fighter" | "bomber" | "decoy" | "order" | "none")
}

/// Lines and filled shapes of a branch as path data.
fn strokes(branch: &str) -> (&'static str, &'static str) {
    match branch {
        "hq" => ("", "M-12-7h24v5h-24z"),
        "artillery" => ("", "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0"),
        "heavy-artillery" => ("M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0", "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0"),
        "rocket" => ("M0-5l-4 4M0-5l4 4M-4 4h8", "M-2 1a2 2 0 1 0 4 0a2 2 0 1 0-4 0"),
        "coastal" => ("M-7 4h14M-7 1q3.500-3 7 0t7 0", "M-2-3a2 2 0 1 0 4 0a2 2 0 1 0-4 0"),
        "armour" => ("M-7.5 0a7.5 4.2 0 1 0 15 0a7.5 4.2 0 1 0-15 0", ""),
        "assault-gun" => ("M-7.5 0a7.5 4.2 0 1 0 15 0a7.5 4.2 0 1 0-15 0", "M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0"),
        "mechanised" => ("M-12-7L12 7M-12 7L12-7M-7.5 0a7.5 4.2 0 1 0 15 0a7.5 4.2 0 1 0-15 0", ""),
        "cavalry" | "reconnaissance" => ("M-12 7L12-7", ""),
        "engineer" => ("M-7 5v-8h14v8M0-3v8", ""),
        "anti-air" => ("M-9 7a9 10 0 0 1 18 0", ""),
        "anti-tank" => ("M-12 7L0-7L12 7", ""),
        "machine-gun" => ("M-12-7L12 7M-12 7L12-7M-4 7v-4h8v4", ""),
        "border-guard" => ("M-12-7L12 7M-12 7L12-7M0-7v14", "M-3.500-7h7l-3.500 4z"),
        "armoured-car" => ("M-12 7L12-7M-7.5 0a7.5 4.2 0 1 0 15 0a7.5 4.2 0 1 0-15 0", ""),
        "alpine" | "mountain" => ("M-12-7L12 7M-12 7L12-7", "M-4 7l4-7l4 7z"),
        "airborne" => ("M-12-7L12 7M-12 7L12-7M-6 6q3-5 6 0q3-5 6 0", ""),
        "static" => ("M-12-7L12 7M-12 7L12-7", "M-12 4h24v3h-24z"),
        "shock" => ("M-12-7L12 7M-12 7L12-7", "M0-7l4 5h-8z"),
        "marine" => ("M-12-7L12 7M-12 7L12-7M0-5v10M-4 2a4 3.500 0 0 0 8 0M-2-3h4", ""),
        "ski" => ("M-12-7L12 7M-12 7L12-7M-6 5h12", ""),
        "support" => ("M-12 0h24", ""),
        "rail" => ("M-12 4h24M-8 4v3M-3 4v3M3 4v3M8 4v3", "M-8-4h16v6h-16z"),
        "boat" => ("M-9 2h18l-4 4h-10zM0 2v-8", "M0-6l6 4l-6 2z"),
        "fighter" => ("", "M0-7l2 4l11 4v3l-11-2l-1 4l3 2h-8l3-2l-1-4l-11 2v-3l11-4z"),
        "bomber" => ("", "M0-7l2.500 4h10.500v3.500l-10.500 1.500l-1 3l4 2h-11l4-2l-1-3l-10.500-1.500v-3.500h10.500z"),
        "decoy" => ("M0-7l2 4l11 4v3l-11-2l-1 4l3 2h-8l3-2l-1-4l-11 2v-3l11-4z", ""),
        "order" => ("M-9-6h18v12h-18zM-6-2.500h12M-6 1h12", ""),
        "none" => ("", ""),
        _ => ("M-12-7L12 7M-12 7L12-7", ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_branch_is_defined_twice_under_its_name() {
        let all = definitions(&["hq", "fighter"]);
        for (branch, motors) in [("hq", false), ("hq", true), ("fighter", false)] {
            assert!(all.contains(&format!(r#"id="{}""#, name(branch, motors))), "{all}");
        }
        assert_eq!(all.matches("class=\"box\"").count(), 2, "aircraft have no frame");
    }
}
