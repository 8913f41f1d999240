//! What another machine answers, where protocols do so line by line (RFC 5321, RFC 9051): words that the code speaks of, many of which stand in the
//! classes that it uses, alone, after a number or after another word.

use evoke_analysis::{Callable, TypeId, TypeTable};
use evoke_testcase::{JavaString, Statement, Value, VariableRef};
use rand::Rng;

use super::fragment::Source;
use super::literals::Literals;
use super::pool::Pool;
use super::supply::Supply;
use super::{Fragment, TestFactory};
use crate::SearchRng;

const LINE_END: [u16; 2] = [b'\r' as u16, b'\n' as u16];
const SPACE: u16 = b' ' as u16;

/// Most lines of an answer.
const MAX_LINES: usize = 4;

/// Share of lines that are those before them once more.
const REPEATED: f64 = 0.5;

/// Share of words and numbers of the classes that the class under test uses, as far as these have any.
const USED: f64 = 0.75;

/// Probability that what is read from a connection is made of a text: some protocols are of bytes.
const OF_TEXT: f64 = 0.75;

/// The codes that protocols number their answers by.
const CODES: std::ops::Range<i64> = 100..600;

impl TestFactory<'_> {
    /// What is read from a connection, made of a text of its own: by chance a stream hardly ever holds what a client waits for. `None` if the
    /// value is for something else, or is to be had otherwise.
    pub(super) fn answer(
        &self,
        fragment: &mut Fragment<'_>,
        ty: TypeId,
        depth: usize,
        rng: &mut SearchRng,
    ) -> Option<VariableRef> {
        let is_answer = fragment.is_reply() || fragment.is_connected() && rng.random_bool(OF_TEXT);
        if !is_answer {
            return None;
        }
        if ty == TypeTable::STRING {
            return fragment.push(Statement::Value(Value::String(self.literals().reply(rng))));
        }
        let mut generators = self.cluster.generators(ty).iter();
        let holding = generators.find(|id| self.holds_text(self.cluster.callable(**id)))?;
        let before = fragment.begin_arguments(Source::Reply);
        let answer = self.call(fragment, *holding, None, depth + 1, rng);
        fragment.end_arguments(before);
        answer
    }

    /// Whether a call makes an array of a text, or anything of such an array alone.
    fn holds_text(&self, callable: &Callable) -> bool {
        let types = &self.cluster.types;
        match (callable.receiver, &callable.parameters[..]) {
            (Some(TypeTable::STRING), _) => types.is_text_array(callable.return_type),
            (None, [array]) => types.is_text_array(*array),
            _ => false,
        }
    }
}

impl Literals<'_> {
    /// Lines as another machine answers with.
    pub(crate) fn reply(&self, rng: &mut SearchRng) -> JavaString {
        let mut units = Vec::new();
        let mut line = self.line(rng);
        for _ in 0..rng.random_range(1..=MAX_LINES) {
            units.extend_from_slice(&line);
            units.extend(LINE_END);
            if !rng.random_bool(REPEATED) {
                line = self.line(rng);
            }
        }
        JavaString::from_units(&units)
    }

    fn line(&self, rng: &mut SearchRng) -> Vec<u16> {
        let word = |rng: &mut SearchRng| self.known_word(rng).units().to_vec();
        match rng.random_range(0..8) {
            0 => self.string(rng).units().to_vec(),
            1 | 2 => {
                let code = self.code(rng).to_string();
                [code.encode_utf16().collect(), word(rng)].join(&SPACE)
            }
            3 | 4 => [word(rng), word(rng)].join(&SPACE),
            _ => word(rng),
        }
    }

    fn known_word(&self, rng: &mut SearchRng) -> JavaString {
        let used = self.pools.used().filter(|_| rng.random_bool(USED));
        used.and_then(|pool| pool.string(rng)).unwrap_or_else(|| self.word(rng))
    }

    fn code(&self, rng: &mut SearchRng) -> i64 {
        let used = self.pools.used().filter(|_| rng.random_bool(USED));
        let known = used.and_then(|pool| pool.integer(rng)).filter(|code| CODES.contains(code));
        known.unwrap_or_else(|| rng.random_range(CODES))
    }
}

#[cfg(test)]
mod tests {
    use evoke_analysis::{ClassConstants, Constants, Occurring};
    use rand_pcg::rand_core::SeedableRng;

    use super::*;
    use crate::SearchConfig;
    use crate::generation::{Ingredients, Knowledge, TestFactory};
    use crate::sample_cluster::SampleCluster;

    fn replies(constants: &Constants) -> Vec<String> {
        let config = SearchConfig::default();
        let sample = SampleCluster::with_client();
        let ingredients = Ingredients::new(&config, &sample.cluster, constants);
        let knowledge = Knowledge::new(&config, &sample.cluster);
        let factory = TestFactory::new(&ingredients, &knowledge);
        let mut rng = SearchRng::seed_from_u64(1);
        let reply = |_| String::from_utf16_lossy(factory.literals().reply(&mut rng).units());
        (0..500).map(reply).collect()
    }

    #[test]
    fn replies_are_lines_of_what_used_classes_are_written_with() {
        let text = |text: &str| Occurring { value: text.encode_utf16().collect(), count: 1 };
        let used = ClassConstants {
            strings: vec![text("+ "), text("OK")],
            integers: vec![Occurring { value: 354, count: 1 }],
            ..ClassConstants::default()
        };
        let replies = replies(&Constants { used, ..Constants::default() });
        assert!(replies.iter().all(|reply| reply.ends_with("\r\n")));
        for wanted in ["+ \r\n", "+ \r\n+ \r\n", "354 OK\r\n", "OK OK\r\n+ \r\n"] {
            assert!(replies.iter().any(|reply| reply == wanted), "no {wanted:?} in {replies:?}");
        }
    }

    #[test]
    fn where_nothing_is_known_replies_are_lines_all_the_same() {
        let replies = replies(&Constants::default());
        assert!(replies.iter().all(|reply| reply.ends_with("\r\n")));
        let has_code = |reply: &String| {
            let code = reply.split(' ').next().unwrap_or_default();
            code.len() == 3 && code.parse().is_ok_and(|code| CODES.contains(&code))
        };
        assert!(replies.iter().filter(|reply| has_code(reply)).count() > 50);
    }
}
