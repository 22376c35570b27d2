//! Utilisation of an NVIDIA GPU, by NVML. The library is loaded at run time.

use nvml_wrapper::Nvml;
use nvml_wrapper::error::NvmlError;

/// The card that this process computes on.
pub(super) struct Card {
    nvml: Nvml,
    index: u32,
}

impl Card {
    /// Finds the card, once libtorch computes on it.
    ///
    /// # Errors
    /// In words why it cannot be asked: there is no driver, or several cards and none that names this process.
    pub(super) fn of_this_process() -> Result<Self, String> {
        let nvml = Nvml::init().map_err(|error| told(&error))?;
        let index = among(&processes(&nvml).map_err(|error| told(&error))?, std::process::id())?;
        Ok(Card { nvml, index })
    }

    /// Share of its last sampling period, a sixth of a second up to one, in which a kernel ran.
    ///
    /// # Errors
    /// In words why the card does not tell: parts of a divided card do not.
    pub(super) fn busy(&self) -> Result<f64, String> {
        let rates = self.nvml.device_by_index(self.index).and_then(|card| card.utilization_rates()).map_err(|error| told(&error))?;
        Ok(f64::from(rates.gpu) / 100.0)
    }
}

fn told(error: &NvmlError) -> String {
    format!("NVML: {error}")
}

/// Processes that compute on each card; a card that hides them has none.
fn processes(nvml: &Nvml) -> Result<Vec<Vec<u32>>, NvmlError> {
    let of = |index| {
        let running = nvml.device_by_index(index)?.running_compute_processes().unwrap_or_default();
        Ok(running.into_iter().map(|process| process.pid).collect())
    };
    (0..nvml.device_count()?).map(of).collect()
}

/// The card of a process: the only one, or the only one that the process computes on. CUDA and NVML count cards in
/// different orders.
fn among(cards: &[Vec<u32>], process: u32) -> Result<u32, String> {
    let own: Vec<usize> = (0..cards.len()).filter(|&card| cards.len() == 1 || cards[card].contains(&process)).collect();
    match own[..] {
        [card] => Ok(card as u32),
        _ => Err(format!("NVML: {} cards, of which {} name this process; expected one", cards.len(), own.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_only_card_is_taken_and_among_several_the_one_that_names_the_process() {
        assert_eq!(among(&[vec![]], 7), Ok(0));
        assert_eq!(among(&[vec![1, 2], vec![], vec![3, 7]], 7), Ok(2));
        for cards in [&[][..], &[vec![1], vec![2]], &[vec![7], vec![7, 1]]] {
            let problem = among(cards, 7).expect_err("it cannot be told");
            assert!(problem.contains(&format!("{} cards", cards.len())), "{problem}");
        }
    }

    #[test]
    fn a_machine_without_a_driver_is_told_and_one_with_it_gives_a_share() {
        match Card::of_this_process() {
            // A part of a divided card is there and does not tell.
            Ok(card) => assert!(card.busy().map_or_else(|problem| problem.starts_with("NVML: "), |share| (0.0..=1.0).contains(&share))),
            Err(problem) => assert!(problem.starts_with("NVML: ") && problem.len() > "NVML: ".len(), "{problem}"),
        }
    }
}
