//! The elements of a primitive Java array, read where they lie while threads of the JVM may write to them.
//!
//! Each is read as an atomic value without order, which is what a plain access is in Java: a reader that comes in between
//! gets an old element or a new one, and nothing undefined.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU64, Ordering};

/// Element types of the arrays that Evoke reads.
pub(crate) trait ArrayElement: Copy {
    /// What is at the address.
    ///
    /// # Safety
    /// The address is that of an element of an array of this type, and the array stays where it is.
    unsafe fn load(address: *const Self) -> Self;
}

impl ArrayElement for i32 {
    unsafe fn load(address: *const Self) -> Self {
        debug_assert!(address.cast::<AtomicI32>().is_aligned());
        // SAFETY: the caller says that it is live; HotSpot aligns elements to their size.
        unsafe { &*address.cast::<AtomicI32>() }.load(Ordering::Relaxed)
    }
}

impl ArrayElement for i64 {
    unsafe fn load(address: *const Self) -> Self {
        debug_assert!(address.cast::<AtomicI64>().is_aligned());
        // SAFETY: as for `i32`.
        unsafe { &*address.cast::<AtomicI64>() }.load(Ordering::Relaxed)
    }
}

impl ArrayElement for f64 {
    unsafe fn load(address: *const Self) -> Self {
        debug_assert!(address.cast::<AtomicU64>().is_aligned());
        // SAFETY: as for `i32`; the bits of a double are as many as those of a long.
        Self::from_bits(unsafe { &*address.cast::<AtomicU64>() }.load(Ordering::Relaxed))
    }
}

/// The elements of an array.
pub(crate) struct Elements<'a, T> {
    start: *const T,
    length: usize,
    array: PhantomData<&'a ()>,
}

impl<T: ArrayElement> Elements<'_, T> {
    /// Those of an array that is not there.
    pub(super) fn none() -> Self {
        Self { start: std::ptr::null(), length: 0, array: PhantomData }
    }

    /// `length` elements from `start` on.
    ///
    /// # Safety
    /// They are elements of an array that stays where it is for the lifetime of what this gives.
    pub(super) unsafe fn new(start: *const T, length: usize) -> Self {
        debug_assert!(!start.is_null());
        Self { start, length, array: PhantomData }
    }

    /// The element; `None` beyond the end.
    pub(crate) fn get(&self, index: usize) -> Option<T> {
        if index >= self.length {
            return None;
        }
        // SAFETY: the index is within the array, which `new` was told stays where it is.
        Some(unsafe { T::load(self.start.add(index)) })
    }
}

#[cfg(test)]
mod tests {
    use super::Elements;

    #[test]
    fn elements_end_where_the_array_does() {
        let values = [0.5, -0.0, f64::INFINITY];
        // SAFETY: `values` lives until the end of the test.
        let elements = unsafe { Elements::new(values.as_ptr(), values.len()) };
        let bits = |index| elements.get(index).map(f64::to_bits);
        assert_eq!([0, 1, 2].map(bits), values.map(|value| Some(value.to_bits())));
        assert_eq!(elements.get(3), None);
        assert_eq!(Elements::<i64>::none().get(0), None);
    }
}
