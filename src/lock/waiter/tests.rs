//! The rules of a wait, one a test: events in, steps out.

use super::*;
use crate::error::Refusal;

const LOOK: Duration = Duration::from_millis(100);
const LEASE: Duration = Duration::from_secs(20);

fn at(millis: u64) -> Moment {
    Moment::from_nanos(millis * 1_000_000)
}

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn lost() -> Unavailable {
    Unavailable::unanswered(&"s", anyhow::anyhow!("lost"))
}

fn place(rank: i64, look_after: Option<u64>) -> JoinReply {
    JoinReply::Waits(QueuePlace {
        ticket: Ticket(7),
        rank,
        look_after: look_after.map(ms),
    })
}

/// A waiter that has been refused its first attempt, at the beginning of time.
fn in_queue(budget: &mut Budget, look: Duration) -> Waiter<'_> {
    let mut waiter = Waiter::new(LEASE, false, look, budget, &lost);
    waiter.begin(at(0));
    let step = waiter.replied(JoinReply::Refused, at(0));
    assert!(
        matches!(
            step,
            WaitStep::Join {
                standing: Standing::Newcomer,
                ..
            }
        ),
        "{step:?}"
    );
    waiter
}

/// The end of the sleep after this answer, which comes at the beginning of time.
fn sleep_end(reply: JoinReply, look: Duration, deadline: u64) -> SleepEnd {
    let mut budget = Budget::of_wait(at(deadline), Duration::MAX);
    match in_queue(&mut budget, look).replied(reply, at(0)) {
        WaitStep::Wait { end } => end,
        step => panic!("{step:?}"),
    }
}

/// The same end in milliseconds.
fn waits_until(reply: JoinReply, look: Duration, deadline: u64) -> u64 {
    let end = sleep_end(reply, look, deadline).moment();
    u64::try_from(end.until(at(0)).as_millis()).unwrap()
}

#[test]
fn how_often_each_rank_looks() {
    let far = 60_000;
    for (rank, look, look_after, expected) in [
        (1, 100, None, 100),     // the first, every `sleep`
        (1, 5_000, None, 1_000), // but everybody is seen once a second
        (1, 0, None, 2),         // and no slice is shorter than the server counts
        (2, 100, None, 500),     // the second, should the first be dead
        (2, 700, None, 700),     // not more often than the first
        (0, 100, None, 1_000),   // all others
        (0, 5, None, 1_000),
        (1, 100, Some(30), 31),   // when the holder will have lost it
        (0, 100, Some(200), 201), // or nobody reads a wake-up
        (0, 100, Some(9_000), 1_000),
    ] {
        let until = waits_until(place(rank, look_after), ms(look), far);
        assert_eq!(until, expected, "rank {rank}, {look} ms, {look_after:?}");
    }
    assert_eq!(waits_until(place(0, None), LOOK, 40), 40, "the deadline");
}

#[test]
fn only_the_end_of_a_slice_may_come_sooner() {
    let end = |rank, look_after, deadline| sleep_end(place(rank, look_after), ms(5_000), deadline);
    assert_eq!(end(0, None, 1_001), SleepEnd::About(at(1_000)));
    assert_eq!(end(1, Some(2_000), 9_000), SleepEnd::About(at(1_000)));
    assert_eq!(end(0, Some(400), 9_000), SleepEnd::At(at(401)));
    assert_eq!(end(0, None, 1_000), SleepEnd::At(at(1_000)));
    assert_eq!(end(0, Some(400), 300), SleepEnd::At(at(300)));
}

#[test]
fn a_waiter_that_becomes_the_first_watches_before_it_asks() {
    let mut budget = Budget::of_wait(at(60_000), Duration::MAX);
    let mut waiter = in_queue(&mut budget, LOOK);
    waiter.replied(place(0, None), at(0));
    let step = waiter.woken(Ok(Wake::BecameFirst), at(300));
    assert!(
        matches!(step, WaitStep::Wait { end } if end.moment() == at(400)),
        "{step:?}"
    );
}

#[test]
fn repeated_wake_ups_do_not_put_off_the_look_of_the_first() {
    let mut budget = Budget::of_wait(at(60_000), Duration::MAX);
    let mut waiter = in_queue(&mut budget, LOOK);
    waiter.replied(place(1, None), at(0));
    for now in [30, 60, 90] {
        let step = waiter.woken(Ok(Wake::BecameFirst), at(now));
        assert!(
            matches!(step, WaitStep::Wait { end } if end.moment() == at(100)),
            "{step:?}"
        );
    }
    // A slice is 2 ms at least: then it asks instead of sleeping for ever.
    let step = waiter.woken(Ok(Wake::BecameFirst), at(100));
    assert!(matches!(step, WaitStep::Join { .. }), "{step:?}");
}

#[test]
fn the_ticket_is_kept_for_the_whole_wait() {
    let mut budget = Budget::of_wait(at(1_000), Duration::MAX);
    let mut waiter = in_queue(&mut budget, LOOK);
    waiter.replied(place(1, None), at(0));
    for trouble in [Ok(Wake::SliceOver), Err(lost().into())] {
        let mut step = waiter.woken(trouble, at(100));
        if let WaitStep::Pause { until } = step {
            step = waiter.paused(Ok(()), until);
        }
        let place = Standing::Waiter(Some(Ticket(7)));
        assert!(
            matches!(step, WaitStep::Join { standing, .. } if standing == place),
            "{step:?}"
        );
    }
    let step = waiter.woken(Ok(Wake::SliceOver), at(1_000));
    let asked = Retry::Again(Some(Ticket(7)));
    assert!(
        matches!(step, WaitStep::Acquire { retry: last, .. } if last == asked),
        "{step:?}"
    );
}

#[test]
fn only_the_question_right_after_a_hand_over_says_so() {
    let mut budget = Budget::of_wait(at(60_000), Duration::MAX);
    let mut waiter = in_queue(&mut budget, LOOK);
    waiter.replied(place(1, None), at(0));
    let ticket = Some(Ticket(7));
    let step = waiter.woken(Ok(Wake::HandedOver), at(10));
    assert!(
        matches!(step, WaitStep::Join { standing, .. } if standing == Standing::HandedOver(ticket)),
        "{step:?}"
    );
    let pause = waiter.replied(JoinReply::Unknown(lost()), at(11));
    let WaitStep::Pause { until } = pause else {
        panic!("{pause:?}");
    };
    let step = waiter.paused(Ok(()), until);
    assert!(
        matches!(step, WaitStep::Join { standing, .. } if standing == Standing::Waiter(ticket)),
        "{step:?}"
    );
}

#[test]
fn a_token_whose_join_was_lost_is_no_newcomer() {
    let mut budget = Budget::of_wait(at(60_000), Duration::MAX);
    let mut waiter = in_queue(&mut budget, LOOK);
    let pause = waiter.replied(JoinReply::Unknown(lost()), at(1));
    let WaitStep::Pause { until } = pause else {
        panic!("{pause:?}");
    };
    let step = waiter.paused(Ok(()), until);
    let unknown = Standing::Waiter(None);
    assert!(
        matches!(step, WaitStep::Join { standing, .. } if standing == unknown),
        "{step:?}"
    );
}

#[test]
fn where_a_queue_is_likely_only_a_call_that_waits_begins_in_it() {
    for (deadline, joins) in [(60_000, true), (5, false)] {
        let mut budget = Budget::of_wait(at(deadline), Duration::MAX);
        let mut waiter = Waiter::new(LEASE, true, LOOK, &mut budget, &lost);
        match waiter.begin_in_queue(at(5)) {
            WaitStep::Join { standing, .. } => {
                assert!(joins && standing == Standing::Newcomer);
            }
            WaitStep::Acquire { retry, .. } => assert!(!joins && retry == Retry::First),
            step => panic!("{step:?}"),
        }
    }
}

#[test]
fn at_the_deadline_there_is_one_last_look() {
    let mut budget = Budget::of_wait(at(100), Duration::MAX);
    let mut waiter = in_queue(&mut budget, LOOK);
    waiter.replied(place(1, None), at(0));
    let step = waiter.woken(Ok(Wake::SliceOver), at(100));
    assert!(matches!(step, WaitStep::Acquire { .. }), "{step:?}");
    let step = waiter.replied(JoinReply::Refused, at(101));
    assert!(matches!(step, WaitStep::Done(Ok(None))), "{step:?}");
}

#[test]
fn a_waiter_that_is_interrupted_or_refused_has_half_a_second_to_leave_the_queue() {
    let refusal = || Refusal::Endless {
        name: b"name".to_vec(),
    };
    for error in [Error::Interrupted, Error::Refused(refusal())] {
        let is_interrupted = matches!(error, Error::Interrupted);
        let mut budget = Budget::of_wait(at(60_000), Duration::MAX);
        let mut waiter = in_queue(&mut budget, LOOK);
        waiter.replied(place(1, None), at(0));
        let step = waiter.woken(Err(error), at(50));
        assert!(
            matches!(step, WaitStep::GiveBack { by } if by == at(550)),
            "{step:?}"
        );
        let step = waiter.gave_back(true, at(51));
        let left =
            |it: &Failed| matches!(it.error, Error::Interrupted) == is_interrupted && !it.unsure;
        assert!(
            matches!(&step, WaitStep::Done(Err(failed)) if left(failed)),
            "{step:?}"
        );
    }
}

#[test]
fn an_interrupted_pause_outside_the_queue_ends_at_once() {
    let mut budget = Budget::of_wait(at(60_000), Duration::MAX);
    let mut waiter = Waiter::new(LEASE, false, LOOK, &mut budget, &lost);
    waiter.begin(at(0));
    let unreachable = Unavailable::unreachable(&"s", anyhow::anyhow!("away"));
    let step = waiter.replied(JoinReply::Unknown(unreachable), at(0));
    assert!(matches!(step, WaitStep::Pause { .. }), "{step:?}");
    let step = waiter.paused(Err(Error::Interrupted), at(1));
    assert!(matches!(step, WaitStep::Done(Err(_))), "{step:?}");
}

#[test]
fn a_script_that_failed_may_have_done_a_part() {
    let mut budget = Budget::of_wait(at(60_000), Duration::MAX);
    let mut waiter = in_queue(&mut budget, LOOK);
    let refused = Unavailable::error_reply(&"s", "NOPERM no rights to 'pexpire'");
    let step = waiter.replied(JoinReply::Unknown(refused), at(0));
    assert!(
        matches!(&step, WaitStep::Done(Err(failed)) if failed.unsure),
        "{step:?}"
    );
}

#[test]
fn trouble_is_a_new_one_after_a_wait_that_went_well() {
    let mut budget = Budget::of_wait(at(60_000), Duration::MAX);
    let mut waiter = in_queue(&mut budget, LOOK);
    let paused_for = |waiter: &mut Waiter| match waiter.woken(Err(lost().into()), at(0)) {
        WaitStep::Pause { until } => until.until(at(0)),
        step => panic!("{step:?}"),
    };
    assert_eq!(paused_for(&mut waiter), ms(10));
    assert_eq!(paused_for(&mut waiter), ms(20));
    waiter.woken(Ok(Wake::SliceOver), at(0));
    assert_eq!(paused_for(&mut waiter), ms(10));
}

#[test]
fn without_a_queue_it_looks() {
    let mut budget = Budget::of_wait(at(60_000), Duration::MAX);
    let mut waiter = in_queue(&mut budget, LOOK);
    let step = waiter.replied(JoinReply::Refused, at(0));
    assert!(
        matches!(step, WaitStep::Pause { until } if until == at(100)),
        "{step:?}"
    );
}

fn away() -> JoinReply {
    JoinReply::Unknown(Unavailable::unreachable(&"s", anyhow::anyhow!("away")))
}

/// What came of a wait whose server cannot be reached from `from` on. `reachable_at`: when the wait
/// asks at one of these moments, the server replies once more. Every question takes 1 ms.
fn outage(budget: &mut Budget, from: u64, reachable_at: Option<u64>) -> (u64, String) {
    let mut waiter = in_queue(budget, LOOK);
    let mut now = from;
    let mut step = waiter.replied(away(), at(now));
    loop {
        step = match step {
            WaitStep::Pause { until } => {
                now = u64::try_from(until.until(at(0)).as_millis()).unwrap();
                waiter.paused(Ok(()), at(now))
            }
            WaitStep::Join { .. } | WaitStep::Acquire { .. } => {
                let is_answered = reachable_at.is_some_and(|when| now >= when && now < when + 500);
                now += 1;
                let reply = if is_answered { place(1, None) } else { away() };
                waiter.replied(reply, at(now))
            }
            WaitStep::Wait { end } => {
                now = u64::try_from(end.moment().until(at(0)).as_millis()).unwrap();
                waiter.woken(Ok(Wake::SliceOver), at(now))
            }
            WaitStep::Done(Err(failed)) => return (now, failed.error.to_string()),
            step @ (WaitStep::GiveBack { .. } | WaitStep::Done(_)) => panic!("{step:?}"),
        };
    }
}

#[test]
fn an_outage_ends_a_wait_after_retry_for_and_an_answer_begins_a_new_stretch() {
    for (retry_for, deadline, reachable_at, ends, words) in [
        (
            2000,
            60_000,
            None,
            2001,
            "tried for 2.0 s (retry_for is 2 s)",
        ),
        (0, 60_000, None, 0, "tried for 0.0 s (retry_for is 0 s)"),
        // Never longer than the wait itself, and at its deadline as without this rule.
        (2000, 700, None, 701, "tried for 0.7 s"),
        (
            2000,
            60_000,
            Some(1500),
            4000,
            "tried for 2.0 s (retry_for is 2 s)",
        ),
    ] {
        let mut budget = Budget::of_wait(at(deadline), ms(retry_for));
        let (ended, message) = outage(&mut budget, 0, reachable_at);
        assert!((ends..ends + 600).contains(&ended), "{retry_for}: {ended}");
        assert!(message.ends_with(words), "{message}");
    }
    let mut budget = Budget::of_wait(Moment::NEVER, ms(300));
    assert!(
        (300..400).contains(&outage(&mut budget, 0, None).0),
        "without a deadline"
    );
}

#[test]
fn a_question_that_the_deadline_cuts_short_is_no_trouble() {
    let mut budget = Budget::of_wait(at(100), Duration::ZERO);
    let mut waiter = in_queue(&mut budget, LOOK);
    waiter.replied(place(1, None), at(0));
    waiter.woken(Ok(Wake::SliceOver), at(99));
    // The deadline came 1 ms after the question.
    let step = waiter.replied(JoinReply::Unknown(lost()), at(100));
    assert!(matches!(step, WaitStep::Acquire { .. }), "{step:?}");
    let step = waiter.replied(JoinReply::Refused, at(105));
    assert!(matches!(step, WaitStep::Done(Ok(None))), "{step:?}");
}

#[test]
fn the_last_question_gets_no_second_chance_with_retry_for_0() {
    let mut budget = Budget::of_wait(at(100), Duration::ZERO);
    let mut waiter = in_queue(&mut budget, LOOK);
    waiter.replied(place(1, None), at(0));
    waiter.woken(Ok(Wake::SliceOver), at(99));
    waiter.replied(JoinReply::Unknown(lost()), at(100));
    let step = waiter.replied(JoinReply::Unknown(lost()), at(1100));
    let failed = |it: &Failed| it.unsure && it.error.to_string().contains("tried for 1.0 s");
    assert!(
        matches!(&step, WaitStep::Done(Err(it)) if failed(it)),
        "{step:?}"
    );
}

#[test]
fn a_silent_server_gets_no_longer_than_the_rest_of_retry_for() {
    let mut budget = Budget::of_wait(at(60_000), ms(2000));
    let mut waiter = in_queue(&mut budget, LOOK);
    // The first question was sent at 0, and took its whole command timeout.
    let step = waiter.replied(JoinReply::Unknown(lost()), at(1000));
    assert!(
        matches!(step, WaitStep::Pause { until } if until == at(1010)),
        "{step:?}"
    );
    let step = waiter.paused(Ok(()), at(1010));
    assert!(
        matches!(step, WaitStep::Join { by, .. } if by == at(2000)),
        "{step:?}"
    );
    let step = waiter.replied(JoinReply::Unknown(lost()), at(2000));
    let failed = |it: &Failed| it.unsure && it.error.to_string().contains("tried for 2.0 s");
    assert!(
        matches!(&step, WaitStep::Done(Err(it)) if failed(it)),
        "{step:?}"
    );
}

#[test]
fn a_question_that_the_end_of_retry_for_cuts_short_tells_the_failure_before_it() {
    let full = || Unavailable::error_reply(&"s", "OOM command not allowed");
    // Sent at 2 ms before the end, it is cut. Sent at the end, it has its whole time.
    for (second_sent, second_failed, is_cut) in [(298, 300, true), (300, 1300, false)] {
        let mut budget = Budget::of_wait(at(60_000), ms(300));
        budget.spend(at(0));
        budget.again_at(full(), at(1)).unwrap();
        budget.spend(at(second_sent));
        let failed = budget.again_at(lost(), at(second_failed)).unwrap_err();
        let message = failed.to_string();
        let is_reported = message.contains(
            "; the attempt before it: Redis at s refused the command: OOM command not allowed; this Redis is full",
        );
        assert_eq!(is_reported, is_cut, "{message}");
        assert!(
            message.starts_with("Redis at s gave no usable answer: lost; "),
            "{message}"
        );
        assert!(message.ends_with(" (retry_for is 0.3 s)"), "{message}");
        assert!(failed.may_be_done(false), "{message}");
    }
    // An answer ends the stretch, and the failure before it is the story of another one.
    let mut budget = Budget::of_wait(at(60_000), ms(300));
    budget.spend(at(0));
    budget.again_at(full(), at(1)).unwrap();
    budget.end_stretch();
    budget.spend(at(10));
    budget.again_at(lost(), at(20)).unwrap();
    budget.spend(at(200));
    let message = budget.again_at(lost(), at(310)).unwrap_err().to_string();
    assert!(!message.contains("OOM"), "{message}");
}

#[test]
fn a_question_at_the_end_of_retry_for_gets_its_whole_time() {
    let mut budget = Budget::of_wait(at(60_000), ms(300));
    let mut waiter = in_queue(&mut budget, LOOK);
    waiter.replied(away(), at(0));
    waiter.paused(Ok(()), at(299));
    let step = waiter.replied(away(), at(299));
    assert!(
        matches!(step, WaitStep::Pause { until } if until == at(300)),
        "{step:?}"
    );
    let step = waiter.paused(Ok(()), at(300));
    assert!(
        matches!(step, WaitStep::Join { by, .. } if by == at(60_000)),
        "{step:?}"
    );
}

#[test]
fn a_connection_that_breaks_in_the_queue_begins_the_stretch_then() {
    let mut budget = Budget::of_wait(Moment::NEVER, ms(2000));
    let mut waiter = in_queue(&mut budget, LOOK);
    waiter.replied(place(0, None), at(0));
    let step = waiter.woken(Err(lost().into()), at(900));
    assert!(
        matches!(step, WaitStep::Pause { until } if until == at(910)),
        "{step:?}"
    );
    waiter.paused(Ok(()), at(2899));
    let step = waiter.replied(away(), at(2899));
    assert!(
        matches!(step, WaitStep::Pause { until } if until == at(2900)),
        "{step:?}"
    );
    waiter.paused(Ok(()), at(2900));
    let step = waiter.replied(away(), at(2900));
    assert!(matches!(step, WaitStep::Done(Err(_))), "{step:?}");
}

#[test]
fn a_wait_whose_last_grant_came_too_late_tells_no_time() {
    let mut budget = Budget::of_wait(at(500), ms(2000));
    let mut waiter = Waiter::new(ms(100), false, LOOK, &mut budget, &lost);
    waiter.begin(at(0));
    for (granted, given_back) in [(400, 410), (900, 910)] {
        let step = waiter.replied(JoinReply::Granted(None), at(granted));
        assert!(matches!(step, WaitStep::GiveBack { .. }), "{step:?}");
        let step = waiter.gave_back(true, at(given_back));
        if granted == 400 {
            assert!(matches!(step, WaitStep::Pause { .. }), "{step:?}");
            waiter.paused(Ok(()), at(500));
        } else {
            // Redis was reachable all the time.
            let failed = |it: &Failed| !it.error.to_string().contains("tried for");
            assert!(
                matches!(&step, WaitStep::Done(Err(it)) if failed(it)),
                "{step:?}"
            );
        }
    }
}
