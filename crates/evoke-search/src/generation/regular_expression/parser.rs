//! A recursive descent parser for the regular part of Java's `java.util.regex.Pattern`.

use super::char_class::CharClass;
use super::node::Node;

/// Groups and classes nested deeper are refused, so that hostile input cannot overflow the stack.
const MAX_DEPTH: usize = 50;

/// Something repeated more often than this is refused: no test should hold such a string.
const MAX_REPETITIONS: u32 = 64;

/// Parses a whole expression.
pub(super) fn parse(units: &[u16]) -> Option<Node> {
    let mut parser = Parser { rest: units, depth: 0 };
    let node = parser.choice()?;
    parser.rest.is_empty().then_some(node)
}

struct Parser<'a> {
    rest: &'a [u16],
    depth: usize,
}

/// What an escape stands for.
enum Escape {
    Unit(u16),
    Class(CharClass),
    /// A boundary, which matches no character.
    Anchor,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        // Units beyond ASCII mean themselves everywhere; any byte that is no operator does to say so.
        self.rest.first().map(|unit| u8::try_from(*unit).ok().filter(u8::is_ascii).unwrap_or(b'_'))
    }

    fn next(&mut self) -> Option<u16> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn eat(&mut self, text: &str) -> bool {
        let wanted = text.encode_utf16();
        let length = text.len();
        let found = self.rest.len() >= length && wanted.eq(self.rest[..length].iter().copied());
        if found {
            self.rest = &self.rest[length..];
        }
        found
    }

    /// Alternatives up to the end or a closing bracket.
    fn choice(&mut self) -> Option<Node> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let mut alternatives = vec![self.sequence()?];
        while self.eat("|") {
            alternatives.push(self.sequence()?);
        }
        self.depth -= 1;
        Some(if alternatives.len() == 1 { alternatives.pop()? } else { Node::Choice(alternatives) })
    }

    fn sequence(&mut self) -> Option<Node> {
        let mut nodes = Vec::new();
        while let Some(next) = self.peek() {
            if matches!(next, b'|' | b')') {
                break;
            }
            if self.eat("\\Q") {
                self.quoted(&mut nodes);
                continue;
            }
            let atom = self.atom()?;
            nodes.push(self.quantified(atom)?);
        }
        Some(Node::Sequence(nodes))
    }

    /// Everything up to `\E` stands for itself.
    fn quoted(&mut self, nodes: &mut Vec<Node>) {
        while !self.rest.is_empty() && !self.eat("\\E") {
            nodes.extend(self.next().map(Node::Literal));
        }
    }

    fn atom(&mut self) -> Option<Node> {
        let first = self.peek()?;
        match first {
            b'(' => self.group(),
            b'[' => self.class().map(Node::Class),
            b'\\' => Some(match self.escape()? {
                Escape::Unit(unit) => Node::Literal(unit),
                Escape::Class(class) => Node::Class(class),
                Escape::Anchor => Node::Empty,
            }),
            b'.' => self.next().map(|_| Node::Class(CharClass::any())),
            b'^' | b'$' => self.next().map(|_| Node::Empty),
            b'*' | b'+' | b'?' => None,
            _ => self.next().map(Node::Literal),
        }
    }

    fn group(&mut self) -> Option<Node> {
        self.next()?;
        if self.eat("?") {
            if ["=", "!", "<=", "<!"].iter().any(|look_around| self.eat(look_around)) {
                return None;
            }
            let closing = if self.eat("<") { u16::from(b'>') } else { u16::from(b':') };
            // A name, or flags; the atomic `(?>…)` is left as it is.
            while !self.eat(">") {
                match self.next()? {
                    unit if unit == closing => break,
                    unit if unit == u16::from(b')') => return Some(Node::Empty),
                    _ => {}
                }
            }
        }
        let inner = self.choice()?;
        self.eat(")").then_some(inner)
    }

    fn quantified(&mut self, node: Node) -> Option<Node> {
        let (min, max) = match self.peek() {
            Some(b'?') => (0, 1),
            Some(b'*') => (0, u32::MAX),
            Some(b'+') => (1, u32::MAX),
            Some(b'{') => {
                self.next()?;
                let bounds = self.bounds()?;
                return self.repeated(node, bounds);
            }
            _ => return Some(node),
        };
        self.next()?;
        self.repeated(node, (min, max))
    }

    fn repeated(&mut self, node: Node, (min, max): (u32, u32)) -> Option<Node> {
        // Reluctant and possessive quantifiers match the same strings but for rare ones.
        let _ = self.eat("?") || self.eat("+");
        (min <= max && min <= MAX_REPETITIONS).then(|| Node::Repeat { node: Box::new(node), min, max })
    }

    /// What stands between `{` and `}`.
    fn bounds(&mut self) -> Option<(u32, u32)> {
        let min = self.number()?;
        let max = match self.peek()? {
            b'}' => min,
            _ if !self.eat(",") => return None,
            b',' if self.peek()? == b'}' => u32::MAX,
            _ => self.number()?,
        };
        self.eat("}").then_some((min, max))
    }

    fn number(&mut self) -> Option<u32> {
        let mut number: Option<u32> = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            self.next()?;
            number = Some(number.unwrap_or(0).checked_mul(10)?.checked_add(u32::from(digit - b'0'))?);
        }
        number
    }

    /// `[…]`. A `]` or `-` at the start stands for itself as in Java; intersections are refused.
    fn class(&mut self) -> Option<CharClass> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        self.next()?;
        let negated = self.eat("^");
        let mut class = CharClass::default();
        let mut is_first = true;
        loop {
            let next = self.peek()?;
            match next {
                b']' if !is_first => break,
                b'&' if self.rest.get(1) == Some(&u16::from(b'&')) => return None,
                b'[' => class.add(&self.class()?),
                _ => self.class_item(&mut class)?,
            }
            is_first = false;
        }
        self.next()?;
        self.depth -= 1;
        if negated {
            class.negate();
        }
        Some(class)
    }

    /// A character, a range or an escape inside a class.
    fn class_item(&mut self, class: &mut CharClass) -> Option<()> {
        let low = match self.class_unit()? {
            Escape::Unit(unit) => unit,
            Escape::Class(named) => {
                class.add(&named);
                return Some(());
            }
            Escape::Anchor => return None,
        };
        let is_range =
            self.peek() == Some(b'-') && self.rest.get(1).is_some_and(|next| *next != u16::from(b']'));
        if !is_range {
            class.add_range(low, low);
            return Some(());
        }
        self.next()?;
        match self.class_unit()? {
            Escape::Unit(high) => class.add_range(low, high),
            Escape::Class(_) | Escape::Anchor => return None,
        }
        Some(())
    }

    fn class_unit(&mut self) -> Option<Escape> {
        if self.peek()? == b'\\' { self.escape() } else { self.next().map(Escape::Unit) }
    }

    fn escape(&mut self) -> Option<Escape> {
        self.next()?;
        let escaped = self.peek()?;
        let unit = self.next()?;
        Some(match escaped {
            b'd' | b'D' | b'w' | b'W' | b's' | b'S' | b'h' => {
                Escape::Class(CharClass::named(&char::from(escaped).to_string())?)
            }
            b'p' | b'P' => Escape::Class(self.property(escaped == b'P')?),
            b'b' | b'B' | b'A' | b'z' | b'Z' | b'G' => Escape::Anchor,
            b't' => Escape::Unit(u16::from(b'\t')),
            b'n' => Escape::Unit(u16::from(b'\n')),
            b'r' => Escape::Unit(u16::from(b'\r')),
            b'f' => Escape::Unit(0x0c),
            b'e' => Escape::Unit(0x1b),
            b'x' => Escape::Unit(self.hexadecimal(2)?),
            b'u' => Escape::Unit(self.hexadecimal(4)?),
            // What is left of letters and digits are back references and rare classes.
            _ if escaped.is_ascii_alphanumeric() => return None,
            _ => Escape::Unit(unit),
        })
    }

    fn hexadecimal(&mut self, digits: usize) -> Option<u16> {
        let mut value = 0;
        for _ in 0..digits {
            value = value * 16 + char::from(self.peek()?).to_digit(16)? as u16;
            self.next()?;
        }
        Some(value)
    }

    /// `\p{Alpha}` or `\pL`.
    fn property(&mut self, negated: bool) -> Option<CharClass> {
        let mut name = String::new();
        if self.eat("{") {
            while !self.eat("}") {
                name.push(char::from(u8::try_from(self.next()?).ok()?));
            }
        } else {
            name.push(char::from(u8::try_from(self.next()?).ok()?));
        }
        let mut class = CharClass::named(&name)?;
        if negated {
            class.negate();
        }
        Some(class)
    }
}
