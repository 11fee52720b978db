package dev.bascule.studies.arithmetic;

import java.util.List;

/**
 * A sum of a few products among zeros, which rounding touches only where two of its terms meet, in whatever order and blocks an
 * implementation adds. Immutable.
 */
record SparseSum(List<Term> terms) {
    SparseSum {
        terms = List.copyOf(terms);
    }

    /**
     * {@code a · b} at a place of the two vectors.
     *
     * @param a of the operator's first input
     * @param b of its second one, or of the weights
     */
    record Term(int at, double a, double b) {}

    static SparseSum of(Term... terms) {
        return new SparseSum(List.of(terms));
    }

    /** Without any rounding; terms are such that doubles hold it. */
    double exact() {
        return terms.stream().mapToDouble(term -> term.a() * term.b()).sum();
    }
}
