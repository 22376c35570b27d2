//! `stavka force`: the builder of forces of Bolt Action.

use std::io::Write;

use anyhow::anyhow;
use clap::Subcommand;
use clap::builder::RangedI64ValueParser;
use serde_json::json;
use stavka_engine::Side;
use stavka_engine::bolt_action::data::forces::{Force, Part, Role};
use stavka_engine::bolt_action::data::units::{Template, YEARS};
use stavka_engine::bolt_action::terms::Class;
use stavka_engine::bolt_action::{BoltAction, Data};

use super::{Format, Seat, print_json, print_row};
use crate::exit::BadInput;
use crate::render::bolt_action::forces::{arms, entries, limits, scenario_file};
use crate::scenarios::load;

const EXAMPLES: &str = "\
Examples:
  stavka force list --year 1943                     ready forces of a year
  stavka force units --side axis --year 1943        what a force may be built from
  stavka force check --side axis --year 1943 g_lt 'g_gren9*4' g_flame g_mmg g_mortar81 g_pak40 g_stug
                                                    points and parts of a list, and whether it may be played
  stavka force mission meeting --axis g43p --soviet s43m > mine.toml
                                                    a scenario file with other forces; an own list is a text of entries
  stavka play bolt-action --scenario mine.toml";

/// Build forces of Bolt Action: units, points, and whether a list may be played.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Options {
    #[command(subcommand)]
    task: Task,
    /// Mission, scenario file or directory whose units count.
    #[arg(long, global = true, value_name = "ID|FILE")]
    scenario: Option<String>,
    /// How the result is printed.
    #[arg(long, global = true, value_enum, default_value_t)]
    format: Format,
}

/// What of a list is shown.
#[derive(clap::Args, Clone, Copy, Debug)]
struct Filter {
    /// Side alone.
    #[arg(long, value_enum)]
    side: Option<Seat>,
    /// Year alone, 1941 to 1945.
    #[arg(long, value_parser = year())]
    year: Option<u16>,
}

impl Filter {
    fn takes(self, side: Side, [first, last]: [u16; 2]) -> bool {
        self.side.is_none_or(|wanted| Side::from(wanted) == side) && self.year.is_none_or(|year| (first..=last).contains(&year))
    }
}

#[derive(Subcommand, Clone, Debug)]
enum Task {
    /// The ready forces.
    List(Filter),
    /// The units that forces are built from, with their points.
    Units(Filter),
    /// Judge a list of units.
    Check {
        /// Side.
        #[arg(long, value_enum)]
        side: Seat,
        /// Year, 1941 to 1945.
        #[arg(long, value_parser = year())]
        year: u16,
        /// What the force is for: standard, mirror, attack or defence.
        #[arg(long, default_value = "standard", value_parser = role)]
        role: Role,
        /// Units: an id, or an id with a star and a number.
        #[arg(required = true, value_name = "UNIT[*N]")]
        units: Vec<String>,
    },
    /// Print a scenario file: a mission with other forces.
    Mission {
        /// Mission that is changed.
        #[arg(value_name = "MISSION")]
        base: String,
        /// Axis force: an id, or a list of units in one text.
        #[arg(long, value_name = "FORCE|UNITS")]
        axis: Option<String>,
        /// Soviet force: an id, or a list of units in one text.
        #[arg(long, value_name = "FORCE|UNITS")]
        soviet: Option<String>,
        /// Year of own lists [default: that of the other force].
        #[arg(long, value_parser = year())]
        year: Option<u16>,
    },
}

/// The years of the war.
fn year() -> RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(i64::from(YEARS[0])..=i64::from(YEARS[1]))
}

fn role(name: &str) -> Result<Role, String> {
    let names = Role::ALL.map(Role::name);
    Role::ALL.into_iter().find(|role| role.name() == name).ok_or_else(|| format!("expected one of {}", names.join(", ")))
}

/// Lists, judges or writes.
pub(crate) fn run(options: &Options, out: &mut dyn Write) -> anyhow::Result<()> {
    let data = load::<BoltAction>(options.scenario.as_deref())?;
    match &options.task {
        Task::List(filter) => list(data, *filter, options.format, out),
        Task::Units(filter) => units(data, *filter, options.format, out),
        Task::Check { side, year, role, units } => check(data, (*side).into(), *year, *role, units, options.format, out),
        Task::Mission { base, axis, soviet, year } => {
            let base = load::<BoltAction>(Some(base))?;
            out.write_all(scenario_file(base, [axis.as_deref(), soviet.as_deref()], *year)?.as_bytes())?;
            Ok(())
        }
    }
}

fn men(template: &Template) -> usize {
    template.men.len()
}

fn list(data: &Data, filter: Filter, format: Format, out: &mut dyn Write) -> anyhow::Result<()> {
    let forces: Vec<&Force> = data.forces.iter().filter(|force| filter.takes(force.side, [force.year; 2])).collect();
    let entries = |force: &Force| entries(data, &force.units);
    if format == Format::Json {
        let row = |force: &&Force| {
            json!({ "id": force.id, "name": force.name, "side": force.side, "year": force.year, "role": force.role.name(),
                "points": force.points, "units": entries(force) })
        };
        return print_json(&forces.iter().map(row).collect::<Vec<_>>(), out);
    }
    for force in forces {
        let men: usize = force.units.iter().map(|&at| men(&data.templates[at])).sum();
        let Force { id, name, side, year, role, points, .. } = force;
        let dice = force.units.len();
        writeln!(out, "{id:<10} {:<6} {year} {:<8} {points:>4} points, {dice:>2} dice, {men:>2} men  {name}", side.name(), role.name())?;
        writeln!(out, "{:<10} {}", "", entries(force).join(" "))?;
    }
    Ok(())
}

fn units(data: &Data, filter: Filter, format: Format, out: &mut dyn Write) -> anyhow::Result<()> {
    let listed: Vec<&Template> = data.templates.iter().filter(|template| filter.takes(template.side, template.years)).collect();
    if format == Format::Json {
        let row = |template: &&Template| {
            json!({ "id": template.id, "name": template.name, "side": template.side, "class": template.class.name(),
                "quality": template.quality.name(), "men": men(template), "weapons": arms(data, template), "points": template.points,
                "years": template.years, "limit": template.limit })
        };
        return print_json(&listed.iter().map(row).collect::<Vec<_>>(), out);
    }
    for template in listed {
        let Template { id, name, points, limit, quality, .. } = template;
        let [first, last] = template.years;
        let what = if template.class == Class::Vehicle { "vehicle".to_owned() } else { format!("{} men", men(template)) };
        writeln!(out, "{id:<16} {points:>4} points  {first}-{last}  up to {limit}  {what:<8} {:<13} {name}", quality.name())?;
        writeln!(out, "{:<16} {}", "", arms(data, template).join(", "))?;
    }
    Ok(())
}

fn check(data: &Data, side: Side, year: u16, role: Role, units: &[String], format: Format, out: &mut dyn Write) -> anyhow::Result<()> {
    let (builder, limits) = (data.builder(), limits(data, role)?);
    let listed = builder.read(units).map_err(|error| anyhow!(BadInput(error.to_string())))?;
    let defects = builder.validate(limits, side, year, &listed).err().unwrap_or_default();
    let parts = Part::ALL.map(|part| (part, builder.count(part, &listed), limits.parts[part.index()]));
    if format == Format::Json {
        let parts = parts.map(|(part, count, [least, most])| json!({ "part": part.name(), "count": count, "least": least, "most": most }));
        let told: Vec<String> = defects.iter().map(ToString::to_string).collect();
        let answer = json!({ "valid": defects.is_empty(), "points": builder.points(&listed), "span": limits.points, "parts": parts,
            "defects": told });
        print_json(&answer, out)?;
    } else {
        for &at in &listed {
            let Template { id, points, name, .. } = &data.templates[at];
            writeln!(out, "{id:<16} {points:>4}  {name}")?;
        }
        for (part, count, [least, most]) in parts {
            print_row(part.name(), format_args!("{count}, of {least} to {most}"), out)?;
        }
        let [least, most] = limits.points;
        print_row("points", format_args!("{}, of {least} to {most}", builder.points(&listed)), out)?;
        if defects.is_empty() {
            writeln!(out, "valid: may be played as a {} force of {year}", role.name())?;
        }
    }
    if defects.is_empty() {
        return Ok(());
    }
    let told: Vec<String> = defects.iter().map(ToString::to_string).collect();
    Err(anyhow!(BadInput(format!("the force may not be played: {}", told.join("; ")))))
}
