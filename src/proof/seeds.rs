//! The seeds with which the models run a scenario. Used by the model of the protocol and by that of a quorum.

use std::ops::Range;

/// The seeds of one scenario, and whether its runs keep their history.
pub(crate) struct Seeds {
    pub(crate) range: Range<u64>,
    pub(crate) tells: bool,
}

impl Seeds {
    /// Returns the seed that `MODEL=scenario:seed` names, so nothing for another scenario. Otherwise returns those of
    /// lap 0, or of the lap that `MODEL_LAP` names, while no seed belongs to two laps.
    pub(crate) fn of(scenario: &str, each_lap: u64) -> Option<Self> {
        let asked = std::env::var("MODEL").unwrap_or_default();
        if let Some((of, seed)) = asked.split_once(':') {
            let seed: u64 = seed.parse().unwrap();
            let range = seed..seed + 1;
            return (of == scenario).then_some(Self { range, tells: true });
        }
        let lap: u64 = std::env::var("MODEL_LAP").map_or(0, |lap| lap.parse().unwrap());
        let range = lap * each_lap..(lap + 1) * each_lap;
        let tells = false;
        Some(Self { range, tells })
    }

    pub(crate) fn count(&self) -> u64 {
        self.range.end - self.range.start
    }
}
