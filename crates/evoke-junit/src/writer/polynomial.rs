//! A polynomial of a stub's parameter as Java, without the terms and factors that change nothing.

use crate::java::{Expression, Operator, literal};

/// `(a * x + b) * x + c`
pub(super) fn polynomial(x: &Expression, [a, b, c]: [f64; 3]) -> Expression {
    if a == 0.0 {
        return linear(x, b, c);
    }
    let product = match (a, b) {
        (1.0, 0.0) => x.clone(),
        (_, 0.0) => literal::double(a).combined(Operator::Times, x.clone()),
        _ => linear(x, a, b),
    };
    with_constant(product.combined(Operator::Times, x.clone()), c)
}

fn linear(x: &Expression, factor: f64, constant: f64) -> Expression {
    let term = match factor {
        0.0 => return literal::double(constant),
        1.0 => x.clone(),
        -1.0 => x.clone().negated(),
        _ => literal::double(factor).combined(Operator::Times, x.clone()),
    };
    with_constant(term, constant)
}

fn with_constant(term: Expression, constant: f64) -> Expression {
    if constant == 0.0 {
        term
    } else if constant < 0.0 {
        term.combined(Operator::Minus, literal::double(-constant))
    } else {
        term.combined(Operator::Plus, literal::double(constant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::java::{Statement, on_one_line};

    #[test]
    fn polynomial_reads_as_a_person_would_write_it() {
        let text = |coefficients| {
            on_one_line(&Statement::Return(polynomial(&Expression::variable("x"), coefficients)))
        };
        assert_eq!(text([0.0, 2.0, -1.0]), "return 2.0 * x - 1.0;");
        assert_eq!(text([0.0, 1.0, 0.0]), "return x;");
        assert_eq!(text([0.0, 0.0, 3.5]), "return 3.5;");
        assert_eq!(text([1.0, 0.0, -4.0]), "return x * x - 4.0;");
        assert_eq!(text([-1.0, 0.0, 0.0]), "return -1.0 * x * x;");
        assert_eq!(text([2.0, -1.0, 1.0]), "return (2.0 * x - 1.0) * x + 1.0;");
        assert_eq!(text([-1.0, 1.0, 0.0]), "return (-x + 1.0) * x;");
    }
}
