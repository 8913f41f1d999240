//! The operand stack and the local variables of one activation. What was never put there is unknown.

use evoke_classfile::opcode;

use crate::abstract_value::AbstractValue;

/// See the module. A value is one entry of the stack, whatever its slots.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    stack: Vec<AbstractValue>,
    locals: Vec<AbstractValue>,
}

impl Frame {
    /// That of a call with these arguments, the receiver first.
    pub(crate) fn of_call(arguments: Vec<AbstractValue>) -> Self {
        let mut locals = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let is_wide = argument.is_wide();
            locals.push(argument);
            if is_wide {
                locals.push(AbstractValue::Unknown);
            }
        }
        Self { stack: Vec::new(), locals }
    }

    pub(crate) fn push(&mut self, value: AbstractValue) {
        self.stack.push(value);
    }

    pub(crate) fn pop(&mut self) -> AbstractValue {
        self.stack.pop().unwrap_or(AbstractValue::Unknown)
    }

    /// The last so many values, in the order in which they were pushed.
    pub(crate) fn pop_all(&mut self, count: usize) -> Vec<AbstractValue> {
        let mut values: Vec<AbstractValue> = (0..count).map(|_| self.pop()).collect();
        values.reverse();
        values
    }

    pub(crate) fn local(&self, slot: u16) -> AbstractValue {
        self.locals.get(usize::from(slot)).cloned().unwrap_or(AbstractValue::Unknown)
    }

    pub(crate) fn set_local(&mut self, slot: u16, value: AbstractValue) {
        let slot = usize::from(slot);
        if slot >= self.locals.len() {
            self.locals.resize(slot + 1, AbstractValue::Unknown);
        }
        self.locals[slot] = value;
    }

    /// Puts what a constructor made in place of the object that it was called on.
    pub(crate) fn initialize(&mut self, number: u32, made: &AbstractValue) {
        for value in self.stack.iter_mut().chain(&mut self.locals) {
            if matches!(value, AbstractValue::Uninitialized(it) if *it == number) {
                *value = made.clone();
            }
        }
    }

    /// Carries out `pop` to `swap`. The forms that speak of two slots take one value where it is a wide one.
    pub(crate) fn shuffle(&mut self, opcode: u8) {
        match opcode {
            opcode::POP => drop(self.pop()),
            opcode::POP2 => drop(self.take_slots(2)),
            opcode::SWAP => {
                let (top, below) = (self.pop(), self.pop());
                self.stack.extend([top, below]);
            }
            opcode::DUP => self.duplicate(1, 0),
            opcode::DUP_X1 => self.duplicate(1, 1),
            opcode::DUP_X2 => self.duplicate(1, 2),
            opcode::DUP2 => self.duplicate(2, 0),
            opcode::DUP2_X1 => self.duplicate(2, 1),
            _ => self.duplicate(2, 2),
        }
    }

    /// Copies the uppermost slots below those that follow them.
    fn duplicate(&mut self, slots: usize, below: usize) {
        let top = self.take_slots(slots);
        let under = self.take_slots(below);
        self.stack.extend(top.iter().cloned());
        self.stack.extend(under);
        self.stack.extend(top);
    }

    /// The values in the uppermost slots, in the order in which they were pushed.
    fn take_slots(&mut self, slots: usize) -> Vec<AbstractValue> {
        let mut values = Vec::new();
        let mut taken = 0;
        while taken < slots {
            let value = self.pop();
            taken += if value.is_wide() { 2 } else { 1 };
            values.push(value);
        }
        values.reverse();
        values
    }
}
