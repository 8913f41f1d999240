//! What a program sees of the moment and the place it runs at: clocks, time zone, default charset, processors, identity hash codes, what
//! random sources start from, whether assertions are checked, what tests before it left in static fields. Fixed, so that a run can be repeated;
//! different in two JVMs, so that what depends on it shows.
//!
//! The language is not part of it: messages that users read in it are worth asserting, and the verifier has others.

use evoke_testcase::N_MOMENTS;

/// How much earlier clocks start that are moved. In the second JVM that is Sunday, 2 February 2020, 22:58:58.987 in India: on the other side
/// of today, since code asks whether a date is over, and with parts that are large where those of its own moment are small, or the other way
/// round, since code asks whether they are greater than something.
pub(crate) const EARLIER_MILLIS: i64 = 372_992_523_016;

/// Other moments at which tests that ask for the date are run, in milliseconds since 1970: the weekdays that the two JVMs and
/// [`EARLIER_MILLIS`] leave out, the end of a year and the beginning of one, the last of February, morning and evening, and years that those
/// who write a date into a test take for far away.
pub(crate) const OTHER_MOMENTS: [i64; N_MOMENTS] = [
    // Monday, 1 January 2029, 00:00:00.001
    1_861_920_000_001,
    // Wednesday, 31 December 2025, 23:59:59.950
    1_767_225_599_950,
    // Thursday, 29 February 2024, 12:30:30.500
    1_709_209_830_500,
    // Friday, 31 May 2047, 18:45:10.100
    2_442_941_110_100,
    // Saturday, 30 July 2033, 05:05:05.005
    2_006_312_705_005,
    // Sunday, 10 October 2060, 15:00
    2_864_646_000_000,
];

/// What one JVM shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// What clocks show when a test begins, in milliseconds since 1970.
    pub start_millis: i64,
    /// By how much clocks advance whenever one is read, in nanoseconds.
    pub step_nanos: i64,
    /// The default time zone.
    pub time_zone: &'static str,
    /// The default charset.
    pub charset: &'static str,
    /// How many processors there seem to be.
    pub processors: u32,
    /// How objects get their identity hash codes.
    pub identity_hashes: IdentityHashes,
    /// In which order `Set.of` and `Map.of` are iterated, for which each JVM draws lots.
    pub collection_order: Order,
    /// In which order classes tell their methods and constructors, and which of the JDK's modules a resource is found in that several have: what
    /// each JVM decides for itself.
    pub member_order: Order,
    /// What `Random` and its like start from in every test.
    pub random_seed: i64,
    /// Where `SecureRandom` takes its seed.
    pub entropy: Entropy,
    /// Whether `assert` of the user's classes is checked, as build tools have it (`-ea`).
    pub checks_assertions: bool,
    /// What the thread is called that tests run in, which each build tool decides for itself.
    pub test_thread: &'static str,
    /// The folder of a test, below that for temporary files.
    pub test_folder: &'static str,
    /// Whether other programs use the folder for temporary files: one has left a file there.
    pub has_foreign_files: bool,
    /// Whether system properties are set that the JVM does not know, as build tools do.
    pub has_foreign_properties: bool,
    /// Whether a `NullPointerException` says what was null (JEP 358), which neither all versions nor all builds have it do.
    pub explains_nulls: bool,
    /// What tests find in static fields.
    pub static_fields: StaticFields,
    /// Whether threads that a test made may finish what they do before anything is looked at, as far as that takes moments. A race
    /// has another winner then than where nobody waits for them.
    pub lets_threads_finish: bool,
}

/// What tests find in static fields, and in what these lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaticFields {
    /// What others left.
    LeftAlone,
    /// What they held when their classes had been initialised, unless that is switched off
    /// ([`evoke_testcase::Executor::keep_static_state`]).
    PutBack,
    /// The same, but nothing is done for it before [`evoke_testcase::MutantObserver::remember_static_state`], and what they held then is
    /// what they get back.
    PutBackOnceRemembered,
}

/// In which order something comes that no specification puts in one. One is exactly the other turned round, so that of two things
/// each comes first once: what depends on it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// From the first slot of a table to the last; by name, then by types.
    Ascending,
    /// The other way round.
    Descending,
}

/// How objects get their identity hash codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdentityHashes {
    /// 1, 2, 3, … in order of first use: the same in every run.
    Sequential,
    /// Random numbers, as HotSpot's own are, but all from one generator, so that they can be counted; shows what depends on them.
    Scattered,
}

impl IdentityHashes {
    /// What HotSpot calls it.
    fn mode(self) -> u8 {
        match self {
            Self::Sequential => 3,
            Self::Scattered => 0,
        }
    }
}

/// Where `SecureRandom` takes its seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entropy {
    /// Nowhere: the same numbers in every JVM.
    None,
    /// From the system: other numbers in every JVM.
    System,
}

impl Surroundings {
    /// Those of a search, which is repeated exactly.
    pub const REPEATABLE: Self = Self {
        // Tuesday, 5 March 2024, 09:17:23.456 UTC.
        start_millis: 1_709_630_243_456,
        step_nanos: 1_000_000,
        time_zone: "UTC",
        charset: "UTF-8",
        processors: 2,
        identity_hashes: IdentityHashes::Sequential,
        collection_order: Order::Ascending,
        member_order: Order::Ascending,
        random_seed: 0x5851_f42d_4c95,
        entropy: Entropy::None,
        checks_assertions: true,
        // As Maven and IDEs have it.
        test_thread: "main",
        test_folder: "folder",
        has_foreign_files: false,
        has_foreign_properties: false,
        explains_nulls: true,
        static_fields: StaticFields::LeftAlone,
        lets_threads_finish: false,
    };

    /// Those of a second run: every part of the date and the time of day is another one, in both time zones.
    pub const CONTRASTING: Self = Self {
        // Friday, 28 November 2031, 18:31:00.003 UTC; 29 November, 00:01 in India. So few nanoseconds take a byte less where
        // numbers are packed, no seconds none where what is 0 is left out.
        start_millis: 1_953_657_060_003,
        // As on a machine of today: between two readings no millisecond passes, or one, but never one each time.
        step_nanos: 3_019,
        time_zone: "Asia/Kolkata",
        charset: "ISO-8859-1",
        processors: 5,
        identity_hashes: IdentityHashes::Scattered,
        // Where suites are verified it is the other one again (`evoke.verify.IterationOrder`).
        collection_order: Order::Descending,
        member_order: Order::Descending,
        random_seed: 0x1405_7b7e_f767,
        entropy: Entropy::System,
        checks_assertions: false,
        // As Gradle has it.
        test_thread: "Test worker",
        // A path of another length and depth.
        test_folder: "elsewhere/of a test",
        has_foreign_files: true,
        has_foreign_properties: true,
        explains_nulls: false,
        static_fields: StaticFields::PutBackOnceRemembered,
        lets_threads_finish: true,
    };

    /// The JVM arguments that bring them about, as far as there are such.
    pub(crate) fn arguments(&self, jdk_feature: u16) -> Vec<String> {
        let mut arguments = vec![
            format!("-Duser.timezone={}", self.time_zone),
            format!("-Dfile.encoding={}", self.charset),
            format!("-XX:ActiveProcessorCount={}", self.processors),
            // Compiled code would read the system's clocks without calling the methods that are replaced.
            "-XX:+UnlockDiagnosticVMOptions".to_owned(),
            "-XX:DisableIntrinsic=_currentTimeMillis,_nanoTime".to_owned(),
        ];
        if jdk_feature > 8 {
            // It would warn of each method that is replaced.
            arguments.push("-Xlog:jni+resolve=off".to_owned());
        }
        if self.static_fields != StaticFields::LeftAlone && jdk_feature > 22 {
            // Fields are read and written through `sun.misc.Unsafe`, of which later versions warn.
            arguments.push("--sun-misc-unsafe-memory-access=allow".to_owned());
        }
        arguments.push(format!("-XX:hashCode={}", self.identity_hashes.mode()));
        if self.entropy == Entropy::None {
            arguments.push("-Djava.security.egd=file:/dev/zero".to_owned());
        }
        if !self.explains_nulls {
            arguments.push("-XX:-ShowCodeDetailsInExceptionMessages".to_owned());
        }
        if self.has_foreign_properties {
            // Two, since the one before is a property too.
            arguments.extend(["-Dbuild.tool=elsewhere", "-Dbuild.number=7"].map(str::to_owned));
        }
        arguments
    }
}

#[cfg(test)]
mod tests {
    use super::{EARLIER_MILLIS, OTHER_MOMENTS, Surroundings};

    /// Year, month, day, weekday, hour, minute, second and millisecond of a moment (civil-from-days algorithm).
    fn parts(millis: i64) -> [i64; 8] {
        let (days, of_day) = (millis.div_euclid(86_400_000), millis.rem_euclid(86_400_000));
        let shifted = days + 719_468;
        let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = (month_from_march + 2) % 12 + 1;
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        let (hour, minute) = (of_day / 3_600_000, of_day / 60_000 % 60);
        [year, month, day, (days + 4).rem_euclid(7), hour, minute, of_day / 1000 % 60, of_day % 1000]
    }

    #[test]
    fn every_part_of_the_moment_differs() {
        const INDIA: i64 = 19_800_000;
        let (first, second) = (Surroundings::REPEATABLE.start_millis, Surroundings::CONTRASTING.start_millis);
        assert_eq!(parts(first), [2024, 3, 5, 2, 9, 17, 23, 456]);
        for (one, other) in [
            (first, second),
            (first, second + INDIA),
            (first, first - EARLIER_MILLIS),
            (second, second - EARLIER_MILLIS),
            (second + INDIA, second + INDIA - EARLIER_MILLIS),
            (first, second + INDIA - EARLIER_MILLIS),
        ] {
            let (one, other) = (parts(one), parts(other));
            assert!(one.iter().zip(other).all(|(one, other)| *one != other), "{one:?} {other:?}");
        }
    }

    #[test]
    fn moments_have_all_weekdays() {
        let first = Surroundings::REPEATABLE.start_millis;
        let mut weekdays: Vec<i64> = OTHER_MOMENTS.iter().chain([&first]).map(|it| parts(*it)[3]).collect();
        weekdays.sort_unstable();
        assert_eq!(weekdays, [0, 1, 2, 3, 4, 5, 6]);
    }
}
