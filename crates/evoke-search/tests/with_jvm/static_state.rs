//! What tests find of what others before them left.
//!
//! A method of the subject that finds something throws, and with it fails the call.

use crate::subject::Subject;

/// Calls `soil` and then `look`, twice, where the class has these members.
fn finds_nothing(test: &str, members: &str, others: &str) {
    Subject { others, ..Subject::new(members) }.on_every_jdk(test, |runs| {
        for method in ["soil", "look", "soil", "look"] {
            runs.call(method);
        }
    });
}

#[test]
fn static_fields_are_what_initialisers_made_them() {
    let members = "
      static int number = 7;
      static boolean flag = true;
      static double share = 0.5;
      static String text = \"new\";
      public static void soil() { number = 1; flag = false; share = 2; text = null; }
      public static void look() {
        if (number != 7 || !flag || share != 0.5 || !\"new\".equals(text)) throw new IllegalStateException();
      }";
    finds_nothing("static_state::static_fields_are_what_initialisers_made_them", members, "");
}

#[test]
fn static_fields_without_an_initialiser_are_unassigned() {
    let members = "
      public static void soil() { Box.number = 1; Box.text = \"old\"; }
      public static void look() {
        if (Box.number != 0 || Box.text != null) throw new IllegalStateException();
      }";
    let others = "class Box { static int number; static String text; }";
    finds_nothing("static_state::static_fields_without_an_initialiser_are_unassigned", members, others);
}

#[test]
fn objects_held_by_final_fields_are_the_same_and_hold_what_they_held() {
    let members = "
      static final java.util.Map<String, Integer> MAP = new java.util.HashMap<>();
      static final java.util.List<int[]> LIST = new java.util.ArrayList<>();
      static final Object[] ARRAY = {null, \"b\"};
      static final StringBuilder TEXT = new StringBuilder(\"ab\");
      static final java.util.concurrent.atomic.AtomicLong NUMBER = new java.util.concurrent.atomic.AtomicLong(3);
      static final Subject SELF = new Subject();
      static final java.util.Map<String, Integer> ALIAS = MAP;
      int field = 5;
      static { MAP.put(\"a\", 1); LIST.add(new int[] {1, 2}); }
      public static void soil() {
        for (int i = 0; i < 100; i++) { MAP.put(\"k\" + i, i); LIST.add(new int[i]); }
        MAP.put(\"a\", 2); LIST.get(0)[1] = 9; ARRAY[0] = ARRAY; TEXT.append(1).setCharAt(0, 'z');
        NUMBER.set(-1); SELF.field = 0;
      }
      public static void look() {
        if (MAP != ALIAS || MAP.size() != 1 || MAP.get(\"a\") != 1 || MAP.get(\"k3\") != null
            || LIST.size() != 1 || LIST.get(0)[1] != 2 || ARRAY[0] != null || !TEXT.toString().equals(\"ab\")
            || NUMBER.get() != 3 || SELF.field != 5) throw new IllegalStateException();
      }";
    finds_nothing(
        "static_state::objects_held_by_final_fields_are_the_same_and_hold_what_they_held",
        members,
        "",
    );
}

#[test]
fn variables_of_the_thread_and_defaults_of_the_jdk_are_set_back() {
    let members = "
      static final ThreadLocal<String> CURRENT = new ThreadLocal<>();
      public static void soil() {
        CURRENT.set(\"entered\");
        System.setProperty(\"left\", \"over\");
        java.util.Locale.setDefault(java.util.Locale.FRANCE);
        java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone(\"Asia/Tokyo\"));
        Thread.currentThread().setContextClassLoader(null);
        Thread.currentThread().interrupt();
      }
      public static void look() {
        if (CURRENT.get() != null || System.getProperty(\"left\") != null
            || java.util.Locale.getDefault().equals(java.util.Locale.FRANCE)
            || java.util.TimeZone.getDefault().getID().equals(\"Asia/Tokyo\")
            || Thread.currentThread().getContextClassLoader() == null
            || Thread.currentThread().isInterrupted()) throw new IllegalStateException();
      }";
    finds_nothing("static_state::variables_of_the_thread_and_defaults_of_the_jdk_are_set_back", members, "");
}

#[test]
fn what_an_initialiser_registers_elsewhere_stays() {
    let members = "
      static final java.util.List<String> REGISTERED = new java.util.ArrayList<>();
      static int number;
      public static void soil() { number = 4; Late.touch(); }
      public static void look() {
        if (number != 0 || !REGISTERED.contains(\"late\")) throw new IllegalStateException();
      }";
    let others = "class Late { static { Subject.REGISTERED.add(\"late\"); } static void touch() {} }";
    finds_nothing("static_state::what_an_initialiser_registers_elsewhere_stays", members, others);
}

#[test]
fn registration_stays_with_what_the_test_had_put_into_the_same_list() {
    let members = "
      static final java.util.List<String> REGISTERED = new java.util.ArrayList<>();
      public static void soil() { REGISTERED.add(\"mine\"); Late.touch(); }
      public static void look() {
        if (!REGISTERED.equals(java.util.Arrays.asList(\"mine\", \"late\"))) throw new IllegalStateException();
      }";
    let others = "class Late { static { Subject.REGISTERED.add(\"late\"); } static void touch() {} }";
    let test = "static_state::registration_stays_with_what_the_test_had_put_into_the_same_list";
    finds_nothing(test, members, others);
}

#[test]
fn region_that_is_too_large_is_left_as_it_is_but_for_the_fields_themselves() {
    let members = "
      static final Object[] LARGE = new Object[100_000];
      static int number = 3;
      public static void soil() { LARGE[5] = LARGE; number = 4; }
      public static void look() { if (LARGE[5] != LARGE || number != 3) throw new IllegalStateException(); }";
    let test = "static_state::region_that_is_too_large_is_left_as_it_is_but_for_the_fields_themselves";
    finds_nothing(test, members, "");
}

/// Constants that the first object computes for all, half of which are there when it is stopped in the middle.
const CONSTANTS: &str = "
      static int[] first;
      static int[] second;
      static int turns;
      static int table() {
        turns = 0;
        if (first == null) {
          first = new int[] {1};
          for (int i = 0; i < 1_500_000; i++) turns++;
          second = new int[] {2};
        }
        return second[0];
      }
      public static int value() { return table(); }
      public static void look() { if (table() != 2 || turns != 0) throw new IllegalStateException(); }";

#[test]
fn what_a_stopped_test_leaves_half_done_is_undone_though_tests_find_what_others_left() {
    let test =
        "static_state::what_a_stopped_test_leaves_half_done_is_undone_though_tests_find_what_others_left";
    Subject::new(CONSTANTS).on_every_jdk(test, |runs| {
        runs.keep_static_state();
        assert!(!runs.ends_within("value", 10_000));
        assert!(runs.ends_within("value", 2_000_000));
    });
}

#[test]
fn what_a_test_took_long_to_compute_is_there_for_all_others() {
    let test = "static_state::what_a_test_took_long_to_compute_is_there_for_all_others";
    Subject::new(CONSTANTS).on_every_jdk(test, |runs| {
        assert!(runs.ends_within("value", 2_000_000));
        assert!(runs.ends_within("value", 1_000));
        runs.call("look");
    });
}

#[test]
fn what_a_short_test_computes_is_not() {
    let test = "static_state::what_a_short_test_computes_is_not";
    Subject::new(&CONSTANTS.replace("1_500_000", "15_000")).on_every_jdk(test, |runs| {
        assert!(runs.ends_within("value", 20_000));
        assert!(!runs.ends_within("value", 1_000));
    });
}
