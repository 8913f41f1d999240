//! Facts about constants.

use proptest::prelude::*;

use super::*;

fn pool(entries: &[&[u8]], count: u16) -> Result<ConstantPool, ParseError> {
    let bytes = [&count.to_be_bytes()[..], &entries.concat()].concat();
    ConstantPool::read(&mut Reader::new(&bytes))
}

fn text_entry(bytes: &[u8]) -> Vec<u8> {
    [&[1][..], &(bytes.len() as u16).to_be_bytes(), bytes].concat()
}

#[test]
fn long_and_double_take_two_indices() {
    let pool = pool(&[&[5, 0, 0, 0, 0, 0, 0, 0, 7], &[3, 0xff, 0xff, 0xff, 0xff]], 4).unwrap();
    assert_eq!(pool.loadable(1), Some(Constant::Long(7)));
    assert_eq!(pool.loadable(2), None);
    assert_eq!(pool.loadable(3), Some(Constant::Int(-1)));
}

#[test]
fn member_resolves_to_names() {
    let texts: Vec<Vec<u8>> = ["a/B", "run", "()V"].iter().map(|text| text_entry(text.as_bytes())).collect();
    let entries = [&texts[0], &texts[1], &texts[2], &[7, 0, 1][..], &[12, 0, 2, 0, 3], &[11, 0, 4, 0, 5]];
    let pool = pool(&entries, 7).unwrap();
    let expected = MemberRef { owner: "a/B", name: "run", descriptor: "()V", is_interface: true };
    assert_eq!(pool.member(6), Some(expected));
    assert_eq!(pool.class(4), Some("a/B"));
}

#[test]
fn reference_to_a_wrong_or_missing_constant_finds_nothing() {
    let pool = pool(&[&[7, 0, 1], &[10, 0, 9, 0, 2], &[8, 0xff, 0xff]], 4).unwrap();
    for index in 0..6 {
        assert_eq!(pool.class(index), None);
        assert_eq!(pool.member(index), None);
        assert_eq!(pool.loadable(index), None);
        assert_eq!(pool.invoke_dynamic(index), None);
    }
}

#[test]
fn string_with_a_lone_surrogate_is_kept_exactly() {
    let pool = pool(&[&text_entry(&[0xed, 0xa0, 0x80, 0xc0, 0x80, b'x']), &[8, 0, 1]], 3).unwrap();
    assert_eq!(pool.loadable(2), Some(Constant::String(vec![0xd800, 0, u16::from(b'x')])));
    assert_eq!(pool.utf8(1), Some("\u{fffd}\0x"));
}

#[test]
fn malformed_pool_is_refused() {
    assert!(pool(&[], 0).is_err());
    assert!(pool(&[&[2, 0, 0]], 2).is_err(), "unknown tag");
    assert!(pool(&[&[5, 0, 0, 0, 0, 0, 0, 0, 7]], 2).is_err(), "half a long");
    assert!(pool(&[&[1, 0, 9, b'x']], 2).is_err(), "truncated text");
    assert!(pool(&[&text_entry(&[0])], 2).is_err(), "plain NUL");
    assert!(pool(&[&text_entry("😀".as_bytes())], 2).is_err(), "four bytes");
    assert!(pool(&[&text_entry(&[0xe0, 0x80])], 2).is_err(), "half a character");
}

#[test]
fn count_that_the_bytes_cannot_hold_reserves_nothing() {
    assert_eq!(pool(&[], u16::MAX).unwrap_err(), ParseError::Truncated { offset: 2 });
}

proptest! {
    #[test]
    fn encoded_text_decodes_to_the_same(text in any::<String>()) {
        let units: Vec<u16> = text.encode_utf16().collect();
        let bytes = modified_utf8::encode(&text);
        prop_assert_eq!(modified_utf8::decode(&bytes), Some(units));
        if let Some(plain) = modified_utf8::as_plain(&bytes) {
            prop_assert_eq!(plain, text);
        }
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = ConstantPool::read(&mut Reader::new(&bytes));
        let _ = modified_utf8::decode(&bytes);
    }
}
