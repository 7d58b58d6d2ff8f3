//! The protocol that a run follows, which is the real scripts and the real waiter for `model`, and a mutant
//! of one of them for `mutants`.

use crate::protocol::Script;
use crate::protocol::mutex::{acquire, free, release, shares, take};

pub(super) struct Protocol {
    pub(super) acquire: String,
    pub(super) release: String,
    pub(super) take: String,
    pub(super) free: String,
    /// The scripts of shares, each with the text that runs in its place.
    pub(super) shares: Vec<(&'static Script, String)>,
    pub(super) bugs: Bugs,
}

/// The short forms, which stand in the scripts.
pub(super) const SHORT_ACQUIRE: &str = include_str!("../../protocol/mutex/acquire_short.lua");
pub(super) const SHORT_ACQUIRE_OF_SHARES: &str =
    include_str!("../../protocol/mutex/shares/acquire_short.lua");
pub(super) const SHORT_RELEASE: &str = include_str!("../../protocol/mutex/release_short.lua");

/// The version of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ModelVersion {
    Present,
    /// The scripts know no quorum.
    OneServer,
    /// Neither do they know the short forms and the claim in a mark.
    LongForms,
}

/// The scripts of earlier versions, with which processes of these versions go on beside the present ones.
const BEFORE: [(ModelVersion, &Script, &str); 4] = [
    (
        ModelVersion::OneServer,
        &acquire::SCRIPT,
        include_str!("before/one_server/acquire.lua"),
    ),
    (
        ModelVersion::OneServer,
        &release::SCRIPT,
        include_str!("before/one_server/release.lua"),
    ),
    (
        ModelVersion::LongForms,
        &acquire::SCRIPT,
        include_str!("before/acquire.lua"),
    ),
    (
        ModelVersion::LongForms,
        &release::SCRIPT,
        include_str!("before/release.lua"),
    ),
];

const SHARES: [&Script; 5] = [
    &shares::ACQUIRE,
    &shares::RELEASE,
    &shares::RENEW,
    &shares::TAKE,
    &shares::FREE,
];

/// The mistakes of a client, of which a mutant has one.
#[derive(Debug, Default, Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each is a mutant of its own")]
pub(super) struct Bugs {
    pub(super) sets_again: bool,
    pub(super) joins_ahead: bool,
    pub(super) takes_no_last_look: bool,
    pub(super) gives_nothing_back: bool,
    pub(super) waits_without_slices: bool,
    pub(super) counts_from_the_answer: bool,
    pub(super) kills_no_connection: bool,
    pub(super) ignores_retry_for: bool,
    pub(super) retries_never: bool,
    pub(super) believes_take: bool,
    pub(super) frees_without_leaving: bool,
    pub(super) frees_before_leaving: bool,
    pub(super) shifts_answers: bool,
    pub(super) forgets_releases: bool,
    pub(super) believes_without_an_answer: bool,
    pub(super) says_true_after_the_lease: bool,
    pub(super) asks_over_another_connection: bool,
    pub(super) overlooks_errors: bool,
    pub(super) believes_the_moot: bool,
    pub(super) rings_no_bell: bool,
    pub(super) silences_no_bell: bool,
    pub(super) lines_by_arrival: bool,
    pub(super) all_sleep_in_redis: bool,
    pub(super) stays_in_line: bool,
}

impl Protocol {
    pub(super) fn real() -> Self {
        Self {
            acquire: acquire::SCRIPT.text.into(),
            release: release::SCRIPT.text.into(),
            take: take::SCRIPT.text.into(),
            free: free::SCRIPT.text.into(),
            shares: SHARES.map(|script| (script, script.text.into())).into(),
            bugs: Bugs::default(),
        }
    }

    /// Returns the same protocol without the short forms, so that the long forms do everything.
    pub(super) fn without_short_forms(self) -> Self {
        let at_length = |(script, text): (_, String)| {
            let text = text.replacen(SHORT_ACQUIRE_OF_SHARES, "", 1);
            (script, text)
        };
        Self {
            acquire: self.acquire.replacen(SHORT_ACQUIRE, "", 1),
            release: self.release.replacen(SHORT_RELEASE, "", 1),
            shares: self.shares.into_iter().map(at_length).collect(),
            ..self
        }
    }

    /// Returns the text that an earlier version runs in place of this one, if it is another.
    pub(super) fn before(version: ModelVersion, text: &str) -> Option<&'static str> {
        let mut before = BEFORE.iter();
        let of = before.find(|(of, script, _)| *of == version && script.text == text);
        of.map(|(.., before)| *before)
    }

    /// Returns the text that runs in place of this one, if it is one of the scripts.
    pub(super) fn edited(&self, text: &str) -> Option<&str> {
        let scripts = [
            (&acquire::SCRIPT, &self.acquire),
            (&release::SCRIPT, &self.release),
            (&take::SCRIPT, &self.take),
            (&free::SCRIPT, &self.free),
        ];
        let shares = self.shares.iter().map(|(script, edited)| (*script, edited));
        let mut scripts = scripts.into_iter().chain(shares);
        let of = scripts.find(|(script, _)| script.text == text);
        of.map(|(_, edited)| edited.as_str())
    }
}
