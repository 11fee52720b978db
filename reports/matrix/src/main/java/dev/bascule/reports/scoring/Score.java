package dev.bascule.reports.scoring;

import dev.bascule.reports.format.WorkedSum;
import java.util.List;

/**
 * A cell's score and how it came about.
 *
 * @param value 0 to 100
 * @param terms what was added up; one term of 0 points for a failure
 */
public record Score(int value, List<Term> terms) {

    public Score {
        terms = List.copyOf(terms);
        if (value < 0 || value > 100) {
            throw new IllegalArgumentException("a score of " + value);
        }
    }

    /**
     * @param name of the term, as in the formula
     * @param points earned, before rounding
     * @param most that could be earned
     * @param why in words, with the figures that it rests on
     */
    public record Term(String name, double points, int most, String why) {}

    /** Before rounding. */
    public double exact() {
        return terms.stream().mapToDouble(Term::points).sum();
    }

    /** Its terms and their sum as they are printed. */
    public WorkedSum worked() {
        return WorkedSum.of(terms.stream().map(Term::points).toList());
    }

    static Score of(List<Term> terms) {
        return new Score(
                (int) Math.round(terms.stream().mapToDouble(Term::points).sum()), terms);
    }
}
