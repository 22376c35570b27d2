//! Drawings of units from above: figures on a base, guns, vehicles. Each lies around the origin and looks north; what has no class of its
//! own takes the colour of its side.

use stavka_engine::bolt_action::data::Data;
use stavka_engine::bolt_action::data::units::Template;
use stavka_engine::bolt_action::terms::{Armour, Class, Mobility, Mount};

use crate::theme::Shape;

/// The drawings by name.
const DRAWINGS: [(&str, &str); 14] = [
    (
        "man",
        r#"<ellipse cx="0" cy="0" rx="6.8" ry="3.6" class="figure"/><path d="M5 2l-2 -11" class="rifles"/><circle cx="-.5" cy="-.8" r="3.7" class="helmet"/>"#,
    ),
    ("squad", MEN),
    ("command", r#"<polygon points="0,-12 3,-4 11,-4 5,1 7,9 0,4 -7,9 -5,1 -11,-4 -3,-4" class="figure"/>"#),
    (
        "machine-gun",
        r#"<path d="M0 -14v14M-2.5 -14h5M0 -2l-9 9M0 -2l9 9M0 -2v10" class="tool"/><circle cx="-6" cy="0" r="3.6" class="figure"/><circle cx="6" cy="0" r="3.6" class="figure"/>"#,
    ),
    (
        "mortar",
        r#"<path d="M-4 4l7 -15M0 -4l-6 9M0 -4l6 9" class="tool"/><circle cx="-4" cy="6" r="3.6" class="tool-plate"/><circle cx="9" cy="2" r="3.6" class="figure"/>"#,
    ),
    (
        "anti-tank",
        r#"<path d="M-1 9l2 -24M-4 -7l4 3l6 -1" class="tool"/><circle cx="-6" cy="4" r="3.8" class="figure"/><circle cx="6" cy="6" r="3.8" class="figure"/>"#,
    ),
    ("flame", r#"<path d="M0 9c-9 -3 -8 -11 -2 -20c1 5 3 5 3 8c2 -1 2 -3 2 -5c6 6 6 14 -3 17z" class="fire"/>"#),
    (
        "gun",
        r#"<path d="M-3 4l-8 15M3 4l8 15" class="trail"/><rect x="-14" y="-6" width="4.500" height="13" rx="1.500" class="wheel"/><rect x="9.500" y="-6" width="4.500" height="13" rx="1.500" class="wheel"/><path d="M-11 -4l3 -5h16l3 5z" class="hull"/><path d="M-2 4v-24h4v24z" class="hull"/><path d="M-3 -20h6v-3h-6z" class="hull"/>"#,
    ),
    (
        "tank",
        r#"<path d="M-14 -19h7v37h-7zM7 -19h7v37h-7z" class="track"/><rect x="-9" y="-18" width="18" height="35" rx="2" class="hull"/><path d="M-8 12h16M-8 -13h16" class="seam"/><circle cx="0" cy="-1" r="8" class="turret"/><path d="M-1.500 -8v-17h3v17z" class="turret"/><circle cx="-3" cy="0" r="2.400" class="hatch"/>"#,
    ),
    (
        "assault-gun",
        r#"<path d="M-14 -18h7v35h-7zM7 -18h7v35h-7z" class="track"/><rect x="-9" y="-18" width="18" height="35" rx="2" class="hull"/><path d="M-9 -6l3 -4h12l3 4v12h-18z" class="turret"/><path d="M-2 -9v-15h4v15z" class="turret"/><circle cx="-4" cy="2" r="2.400" class="hatch"/>"#,
    ),
    (
        "armoured-car",
        r#"<path d="M-11 -15h4v9h-4zM7 -15h4v9h-4zM-11 8h4v9h-4zM7 8h4v9h-4z" class="track"/><path d="M-6 -20h12l3 8v22l-3 8h-12l-3 -8v-22z" class="hull"/><circle cx="0" cy="-1" r="6.500" class="turret"/><path d="M-1 -7v-12h2v12z" class="turret"/>"#,
    ),
    (
        "half-track",
        r#"<path d="M-12 -14h4v8h-4zM8 -14h4v8h-4zM-13 0h5v19h-5zM8 0h5v19h-5z" class="track"/><path d="M-6 -21h12l2 9v30h-16v-30z" class="hull"/><path d="M-6 -5h12v20h-12z" class="hold-open"/><path d="M0 -5v-10" class="tool"/>"#,
    ),
    (
        "truck",
        r#"<path d="M-11 -14h3v8h-3zM8 -14h3v8h-3zM-11 8h3v8h-3zM8 8h3v8h-3z" class="track"/><rect x="-7" y="-20" width="14" height="12" rx="2" class="turret"/><rect x="-9" y="-7" width="18" height="25" rx="1" class="hull"/>"#,
    ),
    (
        "wreck",
        r#"<path d="M-14 -18h7v35h-7zM7 -18h7v35h-7z" class="track"/><rect x="-9" y="-17" width="18" height="33" rx="2" class="burnt"/><path d="M-8 -12l16 22M8 -12l-16 22" class="scar"/>"#,
    ),
];

/// Three men seen from above, each with his shoulders, his helmet, and the rifle that he holds before him.
const MEN: &str = r##"<use href="#piece-man" y="-5"/><use href="#piece-man" x="-12.5" y="0"/><use href="#piece-man" x="12.5" y="0"/>"##;

/// Definitions of all drawings.
pub(super) fn symbols() -> String {
    DRAWINGS.map(|(name, drawing)| format!(r#"<g id="piece-{name}">{drawing}</g>"#)).concat()
}

/// The drawing of a unit, and whether it is a model that turns or a base.
pub(super) fn of(data: &Data, template: &Template) -> (&'static str, Shape) {
    match template.class {
        Class::Vehicle => (vehicle(template), Shape::Model),
        Class::Artillery if !is_mortar(data, template) => ("piece-gun", Shape::Model),
        _ => (men(data, template), Shape::Base),
    }
}

/// The drawing of a vehicle that was destroyed.
pub(super) const WRECK: &str = "piece-wreck";

fn is_mortar(data: &Data, template: &Template) -> bool {
    template.weapons().any(|weapon| data.weapon(weapon).is_mortar())
}

fn men(data: &Data, template: &Template) -> &'static str {
    let has =
        |holds: fn(&stavka_engine::bolt_action::data::units::Weapon) -> bool| template.weapons().any(|weapon| holds(data.weapon(weapon)));
    if template.rank.is_some() {
        "piece-command"
    } else if is_mortar(data, template) {
        "piece-mortar"
    } else if has(|weapon| weapon.flame) {
        "piece-flame"
    } else if has(|weapon| weapon.fixed) {
        "piece-machine-gun"
    } else if template.men.len() < 4 {
        "piece-anti-tank"
    } else {
        "piece-squad"
    }
}

fn vehicle(template: &Template) -> &'static str {
    let turret = template.mounted.iter().any(|mounted| mounted.mount == Mount::Turret);
    match (template.mobility, template.armour) {
        (_, Some(Armour::SoftSkin)) => "piece-truck",
        (Mobility::HalfTracked, _) => "piece-half-track",
        (Mobility::Wheeled, _) => "piece-armoured-car",
        _ if turret => "piece-tank",
        _ => "piece-assault-gun",
    }
}
