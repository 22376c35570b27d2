//! Turns panics of libraries into errors: when memory or room on the disk runs out, for example.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// Whether this thread does such work now.
    static CONTAINED: Cell<bool> = const { Cell::new(false) };
}

static HOOK: Once = Once::new();

/// Does the work; a panic becomes its message, of which only the first line is for people, and nothing is printed. What
/// the work was about to change is then in an unknown state.
///
/// # Errors
/// That line.
pub fn contained<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    HOOK.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |panic| {
            if !CONTAINED.get() {
                usual(panic);
            }
        }));
    });
    let before = CONTAINED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    CONTAINED.set(before);
    result.map_err(|panic| words(panic.as_ref()))
}

/// The first line of a panic's message. That of an `unwrap` quotes an error, whose own words are taken out.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    let text = text.unwrap_or("it gave no reason");
    let quoted = text.split_once("(\"").map_or(text, |(_, quoted)| quoted);
    let line = quoted.lines().next().unwrap_or_default();
    line.split("\\n").next().unwrap_or_default().trim_end_matches("\")").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_first_line() {
        assert_eq!(contained(|| 3), Ok(3));
        assert_eq!(contained(|| -> () { panic!("no room\nat all") }), Err("no room".to_owned()));
        let failed = || -> Result<(), Option<&str>> { Err(Some("no memory\nException raised from a file")) };
        assert_eq!(contained(|| failed().unwrap()), Err("no memory".to_owned()));
        assert_eq!(contained(|| contained(|| -> () { panic!("inner") })), Ok(Err("inner".to_owned())));
    }

    #[cfg(feature = "torch")]
    #[test]
    fn what_libtorch_cannot_do_is_told_in_one_line() {
        use tch::{Device, Kind, Tensor};

        let numbers = Tensor::zeros([2, 2], (Kind::Float, Device::Cpu));
        let shape = contained(|| numbers.view([3])).expect_err("four numbers are not three");
        assert!(shape.contains("shape '[3]' is invalid") && !shape.contains("Exception"), "{shape}");
        let memory = contained(|| Tensor::zeros([1 << 50], (Kind::Float, Device::Cpu))).expect_err("nobody has so much memory");
        assert!(memory.contains("memory") && memory.lines().count() == 1, "{memory}");
    }
}
