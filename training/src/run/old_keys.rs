//! Keys that configurations had before: an old file is read, and told what its keys are called now.

use std::fmt;

use toml::{Table, Value};

/// A key of an old configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OldKey {
    /// The key with its section.
    pub key: &'static str,
    /// What became of it.
    pub became: Became,
}

/// What became of an old key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Became {
    /// Its value is read as that of this key, or as these words say.
    ReadAs(&'static str),
    /// Nothing: it has no effect.
    Nothing(&'static str),
}

impl fmt::Display for OldKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OldKey { key, .. } = self;
        match self.became {
            Became::ReadAs(now) => write!(f, "{key} is an old key and is read as {now}"),
            Became::Nothing(why) => write!(f, "{key} is an old key without effect: {why}"),
        }
    }
}

/// What is wrong with an old key.
pub(super) struct Unusable {
    pub(super) key: &'static str,
    pub(super) found: String,
    pub(super) expected: String,
}

/// Old keys whose values stand under another key as they are.
const MOVED: [(&str, &str); 22] = [
    ("network.policy", "network.policy_width"),
    ("network.value", "network.value_width"),
    ("selfplay.device", "device"),
    ("learner.batch", "batch.positions"),
    ("learner.window", "batch.window"),
    ("learner.search_value", "batch.search_value"),
    ("learner.publish", "batch.publish"),
    ("learner.rate", "learner.learning_rate"),
    ("learner.clip", "learner.clip_norm"),
    ("learner.ema", "learner.average_decay"),
    ("learner.policy_weight", "learner.losses.policy"),
    ("learner.value_weight", "learner.losses.value"),
    ("learner.margin_weight", "learner.losses.margin"),
    ("learner.control_weight", "learner.losses.control"),
    ("learner.losses_weight", "learner.losses.losses"),
    ("ppo.clip", "learner.ppo.clip"),
    ("ppo.entropy", "learner.ppo.entropy"),
    ("ppo.guests", "ppo.opponents"),
    ("ppo.guest_games", "ppo.opponent_games"),
    ("imitation.slips", "imitation.epsilon_per_mille"),
    ("imitation.secrets", "imitation.hidden_epsilon_per_mille"),
    ("selfplay.secrets", "selfplay.hidden_epsilon_per_mille"),
];

/// Steps of a learner, steps of its rise, steps between two falls and what a fall leaves, where an old file is silent.
const STEPS: i64 = 20_000;
const WARM_UP: i64 = 100;
const FALLS: i64 = 5000;
const FALL: f64 = 0.5;
/// Highest rate, and the lowest as a share of it, likewise.
const RATE: f64 = 1e-3;
const FLOOR: f64 = 0.1;

/// Gives the values of old keys their present keys, and tells which there were.
pub(super) fn renew(table: &mut Table) -> Result<Vec<OldKey>, Unusable> {
    let mut old = Vec::new();
    renew_schedule(table, &mut old);
    for (key, now) in MOVED {
        if let Some(value) = take(table, key) {
            put(table, key, now, value)?;
            old.push(OldKey { key, became: Became::ReadAs(now) });
        }
    }
    let key = "network.separable";
    if let Some(value) = take(table, key) {
        let Value::Boolean(is_separable) = value else {
            return Err(Unusable { key, found: value.to_string(), expected: "true or false".to_owned() });
        };
        let (word, words) =
            if is_separable { ("separable", "network.convolution = \"separable\"") } else { ("full", "network.convolution = \"full\"") };
        put(table, key, "network.convolution", Value::String(word.to_owned()))?;
        old.push(OldKey { key, became: Became::ReadAs(words) });
    }
    Ok(old)
}

/// The schedule of the learning rate, which was a word and the keys beside it.
fn renew_schedule(table: &mut Table, old: &mut Vec<OldKey>) {
    const PARTS: [&str; 3] = ["warm_up", "rate_end", "step_every"];
    let steps = number(table, "limits", "steps").map_or(Value::Integer(STEPS), Value::clone);
    let rate = ["rate", "learning_rate"].into_iter().find_map(|key| number(table, "learner", key)).and_then(float).unwrap_or(RATE);
    let Some(Value::Table(learner)) = table.get_mut("learner") else { return };
    let kind = match learner.get("schedule") {
        Some(Value::String(kind)) => Some(kind.clone()),
        // A schedule of its own section is none of the old ones; old keys beside it are refused as unknown.
        Some(_) => return,
        None => None,
    };
    if kind.is_none() && PARTS.iter().all(|&part| !learner.contains_key(part)) {
        return;
    }
    if kind.is_some() {
        old.push(OldKey { key: "learner.schedule", became: Became::ReadAs("learner.schedule.kind") });
    }
    let kind = kind.unwrap_or_else(|| "cosine".to_owned());
    let [warm_up, end, every] = PARTS.map(|part| learner.remove(part));
    let mut told = |is_there: bool, key, is_used: bool, became| {
        let became = if is_used { became } else { Became::Nothing("no schedule of this kind has it") };
        old.extend(is_there.then_some(OldKey { key, became }));
    };
    told(warm_up.is_some(), "learner.warm_up", true, Became::ReadAs("learner.schedule.warm_up"));
    told(end.is_some(), "learner.rate_end", kind == "cosine", Became::ReadAs("learner.schedule.floor, a share of the highest rate"));
    told(every.is_some(), "learner.step_every", kind == "step", Became::ReadAs("learner.schedule.every"));
    let mut schedule = Table::new();
    schedule.insert("warm_up".to_owned(), warm_up.unwrap_or(Value::Integer(WARM_UP)));
    match kind.as_str() {
        "cosine" => {
            let floor = end.as_ref().and_then(float).map_or(FLOOR, |end| end / rate);
            schedule.insert("steps".to_owned(), steps);
            schedule.insert("floor".to_owned(), Value::Float(floor));
        }
        "step" => {
            schedule.insert("every".to_owned(), every.unwrap_or(Value::Integer(FALLS)));
            schedule.insert("factor".to_owned(), Value::Float(FALL));
        }
        _ => {}
    }
    schedule.insert("kind".to_owned(), Value::String(kind));
    learner.insert("schedule".to_owned(), Value::Table(schedule));
}

fn number<'a>(table: &'a Table, section: &str, key: &str) -> Option<&'a Value> {
    table.get(section)?.get(key)
}

fn float(value: &Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))
}

/// Takes the value of a key with its section out of a configuration.
fn take(table: &mut Table, key: &str) -> Option<Value> {
    let (section, name) = key.split_once('.').expect("old keys have a section");
    let Some(Value::Table(section)) = table.get_mut(section) else { return None };
    // What is a section now is not the old value.
    section.get(name).is_some_and(|value| !value.is_table()).then(|| section.remove(name)).flatten()
}

/// Puts a value under a key with its sections, where nothing stands yet.
fn put(table: &mut Table, old: &'static str, key: &str, value: Value) -> Result<(), Unusable> {
    let (sections, name) = key.rsplit_once('.').unwrap_or(("", key));
    let mut at = table;
    for section in sections.split('.').filter(|section| !section.is_empty()) {
        let next = at.entry(section).or_insert_with(|| Value::Table(Table::new()));
        at = next.as_table_mut().ok_or_else(|| Unusable {
            key: old,
            found: value.to_string(),
            expected: format!("{section} to be a section"),
        })?;
    }
    if at.contains_key(name) {
        return Err(Unusable { key: old, found: value.to_string(), expected: format!("no value beside {key}, as which it is read") });
    }
    at.insert(name.to_owned(), value);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Config;
    use super::*;
    use crate::learner::{LossWeights, Schedule};

    /// Every old key once.
    const OLD: &str = include_str!("old.toml");

    fn read(text: &str) -> (Config, Vec<String>) {
        let (config, old) = Config::parse("old.toml", text).unwrap_or_else(|error| panic!("{error}"));
        (config, old.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_configuration_of_old_keys_is_read_and_every_one_is_named_with_what_it_became() {
        let (config, told) = read(OLD);
        let network = &config.network;
        assert_eq!((network.policy_width, network.value_width, network.convolution), (20, 28, stavka_models::Convolution::Full));
        assert_eq!(config.device, super::super::DeviceChoice::Cpu);
        let batch = &config.batch;
        assert_eq!((batch.positions, batch.window, batch.search_value, batch.publish), (64, 8, 0.25, 50));
        let learner = &config.learner;
        assert_eq!((learner.learning_rate, learner.clip_norm, learner.average_decay, learner.weight_decay), (0.002, 2.0, 0.99, 0.0001));
        assert_eq!(learner.schedule, Schedule::Cosine { warm_up: 30, steps: 900, floor: 0.05 });
        assert_eq!(learner.losses, LossWeights { policy: 1.5, value: 2.0, margin: 0.1, control: 0.3, losses: 0.4 });
        assert_eq!((learner.ppo.clip, learner.ppo.entropy, config.ppo.horizon), (0.3, 0.02, 32));
        assert_eq!((config.ppo.opponent_games, &config.ppo.opponents[..]), (4, &["staff".to_owned()][..]));
        let imitation = &config.imitation;
        assert_eq!((imitation.epsilon_per_mille, imitation.hidden_epsilon_per_mille), (20, 40));
        assert_eq!(config.selfplay.hidden_epsilon_per_mille, 30);
        for (key, now) in MOVED {
            assert!(told.contains(&format!("{key} is an old key and is read as {now}")), "{key} is not in {told:?}");
        }
        for words in [
            "learner.schedule is an old key and is read as learner.schedule.kind",
            "learner.warm_up is an old key and is read as learner.schedule.warm_up",
            "learner.rate_end is an old key and is read as learner.schedule.floor, a share of the highest rate",
            "learner.step_every is an old key without effect: no schedule of this kind has it",
            "network.separable is an old key and is read as network.convolution = \"full\"",
        ] {
            assert!(told.iter().any(|told| told == words), "{words} is not in {told:?}");
        }
        assert_eq!(told.len(), MOVED.len() + 5);
    }

    #[test]
    fn the_schedules_of_before_are_those_of_now() {
        for (text, schedule) in [
            ("schedule = \"constant\"", Schedule::Constant { warm_up: 100 }),
            ("schedule = \"step\"\nstep_every = 700", Schedule::Step { warm_up: 100, every: 700, factor: 0.5 }),
            ("schedule = \"step\"\nwarm_up = 5", Schedule::Step { warm_up: 5, every: 5000, factor: 0.5 }),
            ("warm_up = 7", Schedule::Cosine { warm_up: 7, steps: 20_000, floor: 0.1 }),
            ("learning_rate = 0.004\nrate_end = 0.001", Schedule::Cosine { warm_up: 100, steps: 20_000, floor: 0.25 }),
        ] {
            assert_eq!(read(&format!("[learner]\n{text}")).0.learner.schedule, schedule, "{text}");
        }
    }

    #[test]
    fn a_configuration_of_today_has_nothing_to_be_told() {
        let (config, told) = read(super::super::DEFAULTS);
        assert_eq!((config, told), (Config::default(), Vec::new()));
    }

    #[test]
    fn old_keys_beside_their_successors_or_without_sense_are_refused() {
        for (text, words) in [
            ("[learner]\nrate = 0.1\nlearning_rate = 0.2", "learner.rate is 0.1; expected no value beside learner.learning_rate"),
            ("device = \"cpu\"\n[selfplay]\ndevice = \"cuda\"", "selfplay.device is \"cuda\"; expected no value beside device"),
            ("[network]\nseparable = 3", "network.separable is 3; expected true or false"),
            ("[learner]\nwarm_up = 3\n[learner.schedule]\nkind = \"constant\"\nwarm_up = 4", "unknown field `warm_up`"),
            ("[learner]\nschedule = \"sudden\"", "unknown variant `sudden`"),
            ("[learner]\nrate = -1.0", "learner.learning_rate: expected a number above 0"),
            ("[learner]\nrate = 0.1\nnonsense = 1", "unknown field `nonsense`"),
        ] {
            let error = Config::parse("old.toml", text).expect_err(text).to_string();
            assert!(error.starts_with("old.toml: ") && error.contains(words), "{text:?} gives {error}");
        }
    }
}
