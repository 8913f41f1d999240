//! Clocks and random numbers: the same for every test, and others in other surroundings.

use evoke_jvm::Surroundings;
use evoke_testcase::{Executor, MutantObserver, N_MOMENTS, Observations, ObservedValue, Observer, TestCase};

use crate::support::{ClusterBuilder, TestBuilder, World, for_every_jdk};

/// A call of a static method of `Moody` without parameters, twice in one test.
fn twice(builder: &mut ClusterBuilder, method: &str, descriptor: &str) -> TestCase {
    let id = builder.static_method("sample/Moody", method, descriptor);
    let mut test = TestBuilder::new();
    test.call(id, &[]);
    test.call(id, &[]);
    test.build()
}

/// What the calls of a test gave.
fn values(world: &World, builder: &ClusterBuilder, test: &TestCase, runs: usize) -> Vec<Vec<ObservedValue>> {
    let jvm = world.start_jvm();
    let mut executor = world.executor(&jvm, &builder.cluster);
    let observe =
        |_| executor.observe(test).values.into_iter().map(|observation| observation.value).collect();
    (0..runs).map(observe).collect()
}

#[test]
fn clock_starts_anew_with_every_test_and_advances_with_every_reading() {
    for_every_jdk(
        "surroundings::clock_starts_anew_with_every_test_and_advances_with_every_reading",
        |world| {
            let mut builder = ClusterBuilder::new();
            let test = twice(&mut builder, "millis", "()J");
            let start = Surroundings::REPEATABLE.start_millis;
            // Loading the class reads clocks, too, hence not from the first run on.
            let runs = values(world, &builder, &test, 3);
            for run in &runs[1..] {
                assert_eq!(run[..], [ObservedValue::Long(start), ObservedValue::Long(start + 1)]);
            }
        },
    );
}

#[test]
fn nanoseconds_and_instants_come_from_the_same_clock() {
    for_every_jdk("surroundings::nanoseconds_and_instants_come_from_the_same_clock", |world| {
        let mut builder = ClusterBuilder::new();
        let nanos = builder.static_method("sample/Moody", "nanos", "()J");
        let instant = builder.static_method("sample/Moody", "instant", "()J");
        let mut test = TestBuilder::new();
        test.call(nanos, &[]);
        test.call(instant, &[]);
        test.call(nanos, &[]);
        let runs = values(world, &builder, &test.build(), 3);
        assert_eq!(runs[1], runs[2]);
        let longs: Vec<i64> = runs[1]
            .iter()
            .filter_map(|value| if let ObservedValue::Long(long) = value { Some(*long) } else { None })
            .collect();
        assert_eq!(longs[1] - Surroundings::REPEATABLE.start_millis, 1);
        assert_eq!(longs[2] - longs[0], 2_000_000);
    });
}

#[test]
fn any_number_drawn_can_be_the_least() {
    for_every_jdk("surroundings::any_number_drawn_can_be_the_least", |world| {
        let mut builder = ClusterBuilder::new();
        let of_thread = twice(&mut builder, "threadLocalRandom", "()J");
        let of_math = twice(&mut builder, "mathRandom", "()D");
        let none = twice(&mut builder, "millis", "()J");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        for test in [&of_thread, &of_math, &none] {
            executor.observe(test);
        }
        let mut draws = |test| executor.observe(test).result.trace.draws;
        assert_eq!([draws(&of_thread), draws(&of_math), draws(&none)], [2, 2, 0]);
        for draw in [1, 2] {
            let seen = |observations: Observations| observations.values.into_iter().map(|it| it.value);
            let mut longs = seen(executor.observe_by_rare_luck(&of_thread, draw));
            let zero = longs.position(|value| value == ObservedValue::Long(0));
            assert_eq!(zero, Some(draw as usize - 1));
            let mut doubles = seen(executor.observe_by_rare_luck(&of_math, draw));
            let zero = doubles.position(|value| value == ObservedValue::Double(0.0));
            assert_eq!(zero, Some(draw as usize - 1));
        }
        assert_eq!(executor.observe(&of_thread).result.trace.draws, 2);
    });
}

#[test]
fn test_that_asks_for_the_date_can_begin_at_other_moments() {
    for_every_jdk("surroundings::test_that_asks_for_the_date_can_begin_at_other_moments", |world| {
        let mut builder = ClusterBuilder::new();
        let of_date = twice(&mut builder, "millis", "()J");
        let none = twice(&mut builder, "mathRandom", "()D");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        for test in [&of_date, &none] {
            executor.observe(test);
        }
        let mut dates = |test| executor.observe(test).result.trace.dates_read;
        assert_eq!([dates(&of_date), dates(&none)], [2, 0]);
        let usual = executor.observe(&of_date).values;
        let others = (0..N_MOMENTS).map(|moment| executor.observe_at_moment(&of_date, moment).values);
        let others: Vec<_> = others.collect();
        for (moment, seen) in others.iter().enumerate() {
            assert!(*seen != usual && !others[..moment].contains(seen), "{seen:?}");
        }
        assert_eq!(executor.observe(&of_date).values, usual);
    });
}

#[test]
fn tests_run_in_a_thread_of_another_name_where_surroundings_contrast() {
    let name = "surroundings::tests_run_in_a_thread_of_another_name_where_surroundings_contrast";
    for_every_jdk(name, |world| {
        let mut builder = ClusterBuilder::new();
        let current = builder.static_method("java/lang/Thread", "currentThread", "()Ljava/lang/Thread;");
        let get_name = builder.method("java/lang/Thread", "getName", "()Ljava/lang/String;");
        let mut test = TestBuilder::new();
        let thread = test.call(current, &[]);
        test.call_on(thread, get_name, &[]);
        let jvm = world.start_jvm_in(&Surroundings::CONTRASTING);
        let values = world.executor(&jvm, &builder.cluster).observe(&test.build()).values;
        let name = ObservedValue::String("Test worker".into());
        assert_eq!(values.last().map(|seen| &seen.value), Some(&name));
    });
}

#[test]
fn identity_hash_codes_are_counted_and_put_objects_in_other_orders_where_they_are_scattered() {
    let name = "surroundings::identity_hash_codes_are_counted_and_put_objects_in_other_orders_where_they_are_scattered";
    for_every_jdk(name, |world| {
        let mut builder = ClusterBuilder::new();
        let two = twice(&mut builder, "comesFirst", "()Z");
        let none = twice(&mut builder, "millis", "()J");
        let jvm = world.start_jvm_in(&Surroundings::CONTRASTING);
        let mut executor = world.executor(&jvm, &builder.cluster);
        executor.observe(&two);
        let mut hashes = |test| executor.observe(test).result.trace.identity_hashes;
        assert_eq!([hashes(&two), hashes(&none)], [4, 0]);
        let seen: Vec<ObservedValue> =
            (0..10).flat_map(|_| executor.observe(&two).values).map(|it| it.value).collect();
        for comes_first in [true, false] {
            assert!(seen.contains(&ObservedValue::Boolean(comes_first)), "{seen:?}");
        }
    });
}

#[test]
fn identity_hash_codes_are_counted_where_they_are_numbered() {
    for_every_jdk("surroundings::identity_hash_codes_are_counted_where_they_are_numbered", |world| {
        let mut builder = ClusterBuilder::new();
        let two = twice(&mut builder, "comesFirst", "()Z");
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        executor.observe(&two);
        assert_eq!(executor.observe(&two).result.trace.identity_hashes, 4);
    });
}

#[test]
fn assertions_that_are_not_checked_are_elsewhen() {
    for_every_jdk("surroundings::assertions_that_are_not_checked_are_elsewhen", |world| {
        let mut builder = ClusterBuilder::new();
        let test = twice(&mut builder, "assertsNothing", "()Z");
        let jvm = world.start_jvm_in(&Surroundings::CONTRASTING);
        let mut executor = world.executor(&jvm, &builder.cluster);
        for asserts_nothing in [true, false, true] {
            let shown =
                if asserts_nothing { executor.observe(&test) } else { executor.observe_elsewhen(&test) };
            let values: Vec<_> = shown.values.into_iter().map(|it| it.value).collect();
            assert_eq!(values, vec![ObservedValue::Boolean(asserts_nothing); 2]);
        }
    });
}

#[test]
fn time_zone_and_charset_are_others_elsewhen_and_the_first_ones_afterwards() {
    let name = "surroundings::time_zone_and_charset_are_others_elsewhen_and_the_first_ones_afterwards";
    for_every_jdk(name, |world| {
        let mut builder = ClusterBuilder::new();
        let test = twice(&mut builder, "place", "()Ljava/lang/String;");
        let jvm = world.start_jvm_in(&Surroundings::CONTRASTING);
        let mut executor = world.executor(&jvm, &builder.cluster);
        for (is_elsewhen, place) in
            [(false, "Asia/Kolkata ISO-8859-1"), (true, "UTC UTF-8"), (false, "Asia/Kolkata ISO-8859-1")]
        {
            let shown = if is_elsewhen { executor.observe_elsewhen(&test) } else { executor.observe(&test) };
            let values: Vec<_> = shown.values.into_iter().map(|it| it.value).collect();
            assert_eq!(values, vec![ObservedValue::String(place.into()); 2]);
        }
    });
}

#[test]
fn classes_tell_their_members_in_order() {
    for_every_jdk("surroundings::classes_tell_their_members_in_order", |world| {
        assert_says(world, &Surroundings::REPEATABLE, "memberOrder", "A0B0B1Q0X0012");
    });
}

#[test]
fn classes_tell_their_members_the_other_way_round_elsewhere() {
    for_every_jdk("surroundings::classes_tell_their_members_the_other_way_round_elsewhere", |world| {
        assert_says(world, &Surroundings::CONTRASTING, "memberOrder", "X0Q0B1B0A0210");
    });
}

#[test]
fn resource_of_many_modules_is_found_in_the_first() {
    for_every_jdk("surroundings::resource_of_many_modules_is_found_in_the_first", |world| {
        assert_says(world, &Surroundings::REPEATABLE, "moduleOrder", "first");
    });
}

#[test]
fn resource_of_many_modules_is_found_in_the_last_elsewhere() {
    for_every_jdk("surroundings::resource_of_many_modules_is_found_in_the_last_elsewhere", |world| {
        assert_says(world, &Surroundings::CONTRASTING, "moduleOrder", "last");
    });
}

#[test]
fn immutable_collections_are_iterated_in_one_order() {
    let order = "[b, a][a, b, c]{a=1, b=2}{a=1, b=2, c=3}";
    for_every_jdk("surroundings::immutable_collections_are_iterated_in_one_order", |world| {
        assert_says(world, &Surroundings::REPEATABLE, "collectionOrder", order);
    });
}

#[test]
fn immutable_collections_are_iterated_the_other_way_round_elsewhere() {
    let order = "[a, b][c, b, a]{b=2, a=1}{c=3, b=2, a=1}";
    for_every_jdk(
        "surroundings::immutable_collections_are_iterated_the_other_way_round_elsewhere",
        |world| {
            assert_says(world, &Surroundings::CONTRASTING, "collectionOrder", order);
        },
    );
}

/// What a method of `Moody` says, in a test that calls it twice.
fn assert_says(world: &World, surroundings: &Surroundings, method: &str, text: &str) {
    let mut builder = ClusterBuilder::new();
    let test = twice(&mut builder, method, "()Ljava/lang/String;");
    let jvm = world.start_jvm_in(surroundings);
    let mut executor = world.executor(&jvm, &builder.cluster);
    let seen = executor.observe(&test).values.into_iter().map(|it| it.value).collect::<Vec<_>>();
    let expected = ObservedValue::String(text.into());
    assert!(seen.len() == 2 && seen.iter().all(|value| *value == expected), "{seen:?}");
}

#[test]
fn static_state_is_put_back_to_what_was_remembered() {
    for_every_jdk("surroundings::static_state_is_put_back_to_what_was_remembered", |world| {
        let mut builder = ClusterBuilder::new();
        let count = builder.static_method("sample/Moody", "count", "()I");
        let mut test = TestBuilder::new();
        test.call(count, &[]);
        let test = test.build();
        let jvm = world.start_jvm_in(&Surroundings::CONTRASTING);
        let mut executor = world.executor(&jvm, &builder.cluster);
        executor.keep_static_state(true);
        let mut seen = Vec::new();
        seen.push(executor.observe(&test).values[0].value.clone());
        seen.push(executor.observe(&test).values[0].value.clone());
        executor.remember_static_state();
        seen.push(executor.observe(&test).values[0].value.clone());
        executor.keep_static_state(false);
        seen.push(executor.observe(&test).values[0].value.clone());
        seen.push(executor.observe(&test).values[0].value.clone());
        assert_eq!(seen, [1, 2, 3, 3, 3].map(ObservedValue::Int));
    });
}

#[test]
fn no_property_is_set_that_the_jvm_does_not_know() {
    for_every_jdk("surroundings::no_property_is_set_that_the_jvm_does_not_know", |world| {
        let mut builder = ClusterBuilder::new();
        let test = twice(&mut builder, "hasForeignProperties", "()Z");
        assert_eq!(values(world, &builder, &test, 1)[0][0], ObservedValue::Boolean(false));
    });
}

#[test]
fn elsewhere_properties_are_set_that_the_jvm_does_not_know() {
    for_every_jdk("surroundings::elsewhere_properties_are_set_that_the_jvm_does_not_know", |world| {
        let mut builder = ClusterBuilder::new();
        let test = twice(&mut builder, "hasForeignProperties", "()Z");
        let jvm = world.start_jvm_in(&Surroundings::CONTRASTING);
        let observed = world.executor(&jvm, &builder.cluster).observe(&test);
        assert_eq!(observed.values[0].value, ObservedValue::Boolean(true));
    });
}

#[test]
fn elsewhere_exceptions_do_not_say_what_was_null() {
    for_every_jdk("surroundings::elsewhere_exceptions_do_not_say_what_was_null", |world| {
        let mut builder = ClusterBuilder::new();
        let test = twice(&mut builder, "explainsNulls", "()Z");
        let jvm = world.start_jvm_in(&Surroundings::CONTRASTING);
        let observed = world.executor(&jvm, &builder.cluster).observe(&test);
        assert_eq!(observed.values[0].value, ObservedValue::Boolean(false));
    });
}

#[test]
fn compiled_code_reads_the_replaced_clock() {
    for_every_jdk("surroundings::compiled_code_reads_the_replaced_clock", |world| {
        let mut builder = ClusterBuilder::new();
        let read = builder.static_method("sample/Moody", "passedWhileReading", "(I)J");
        let mut test = TestBuilder::new();
        let times = test.int(50_000);
        test.call(read, &[times]);
        for run in values(world, &builder, &test.build(), 5) {
            assert_eq!(run.last(), Some(&ObservedValue::Long(50_000)));
        }
    });
}

#[test]
fn clock_moves_by_itself_on_other_threads() {
    for_every_jdk("surroundings::clock_moves_by_itself_on_other_threads", |world| {
        let mut builder = ClusterBuilder::new();
        let test = twice(&mut builder, "movesElsewhere", "()Z");
        let runs = values(world, &builder, &test, 1);
        assert_eq!(runs[0][..], [ObservedValue::Boolean(true), ObservedValue::Boolean(true)]);
    });
}

#[test]
fn random_numbers_are_the_same_in_every_run_of_a_test_and_differ_within_it() {
    for_every_jdk(
        "surroundings::random_numbers_are_the_same_in_every_run_of_a_test_and_differ_within_it",
        |world| {
            let mut builder = ClusterBuilder::new();
            let sources = [("random", "()I"), ("mathRandom", "()D"), ("threadLocalRandom", "()J")];
            let tests: Vec<TestCase> =
                sources.iter().map(|(method, descriptor)| twice(&mut builder, method, descriptor)).collect();
            let jvm = world.start_jvm();
            let mut executor = world.executor(&jvm, &builder.cluster);
            // The first run loads classes, which reads clocks.
            for test in &tests {
                executor.observe(test);
            }
            for test in &tests {
                let first = executor.observe(test).values;
                let other_order = tests.iter().rev().map(|test| executor.observe(test)).count();
                assert_eq!(other_order, tests.len());
                assert_eq!(executor.observe(test).values, first);
                assert_ne!(first[0].value, first[1].value);
            }
        },
    );
}
