//! What a test sets of the process is set back after it.

use evoke_analysis::Setting;
use evoke_testcase::{ObservedValue, Observer};

use crate::support::{ClusterBuilder, TestBuilder, for_every_jdk};

#[test]
fn property_that_a_test_sets_is_not_there_for_the_next_one() {
    for_every_jdk("settings::property_that_a_test_sets_is_not_there_for_the_next_one", |world| {
        let mut builder = ClusterBuilder::new();
        let (system, string) = ("java/lang/System", "Ljava/lang/String;");
        let set = builder.static_method(system, "setProperty", &format!("({string}{string}){string}"));
        let get = builder.static_method(system, "getProperty", &format!("({string}){string}"));
        builder.cluster.settings.setters.push((Setting::Property, set));
        let mut test = TestBuilder::new();
        let name = test.string("a.name");
        let before = test.call(get, &[name]);
        let value = test.string("a value");
        test.call(set, &[name, value]);
        let after = test.call(get, &[name]);
        let test = test.build();
        let jvm = world.start_jvm();
        let mut executor = world.executor(&jvm, &builder.cluster);
        for _ in 0..3 {
            let seen = executor.observe(&test).values;
            let value =
                |variable| &seen.iter().find(|seen| seen.variable == variable).expect("a value").value;
            assert_eq!(*value(before), ObservedValue::Null);
            assert_eq!(*value(after), ObservedValue::String("a value".into()));
        }
    });
}
