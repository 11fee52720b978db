package dev.bascule.suites.conformance;

import dev.bascule.fallback.attempt.Checked;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.TensorComparer;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.tensor.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Compares the values that a case gave with those expected of it. Stateless. */
public final class ValueComparer {
    private ValueComparer() {}

    /**
     * What the comparison of all data sets came to: the worst.
     *
     * @param ok whether every expected value is right; false where nothing was expected
     * @param checked what that rests on
     */
    public record Comparison(Difference difference, Tolerance tolerance, boolean ok, Checked checked) {}

    /**
     * Compares every expected output of every data set; one that was not brought is wrong, one that was not expected is
     * passed over.
     */
    public static Comparison compare(List<Map<String, Value>> got, List<DataSet> expected, ToleranceRule rule) {
        Tally tally = new Tally(rule);
        for (int set = 0; set < expected.size(); set++) {
            Map<String, Value> outputs = set < got.size() ? got.get(set) : Map.of();
            expected.get(set)
                    .expected()
                    .forEach((name, value) -> tally.compare(name, Optional.ofNullable(outputs.get(name)), value));
        }
        return tally.result(expected, got);
    }

    private static final class Tally {
        private final ToleranceRule rule;
        private Optional<Difference> worst = Optional.empty();
        private Tolerance tolerance = Tolerance.EXACT;
        private long compared;

        Tally(ToleranceRule rule) {
            this.rule = rule;
        }

        void compare(String name, Optional<Value> got, Value expected) {
            compared++;
            if (expected instanceof Value.One one && got.orElse(null) instanceof Value.One other) {
                Tolerance allowed = rule.of(name, one.tensor().dtype());
                Difference difference = TensorComparer.compare(name, other.tensor(), one.tensor(), allowed);
                add(difference, allowed);
            } else if (expected instanceof Value.Many many
                    && got.orElse(null) instanceof Value.Many other
                    && many.items().size() == other.items().size()) {
                for (int i = 0; i < many.items().size(); i++) {
                    compare(
                            name + "[" + i + "]",
                            Optional.of(other.items().get(i)),
                            many.items().get(i));
                }
            } else if (!(expected instanceof Value.Absent && got.orElse(null) instanceof Value.Absent)) {
                add(
                        unlike(name, got.map(Value::describe).orElse("no output"), Value.describe(expected)),
                        Tolerance.EXACT);
            }
        }

        /** The tolerance that is kept is the one that the worst element was held to. */
        private void add(Difference difference, Tolerance allowed) {
            Difference merged = worst.map(known -> known.worseOf(difference)).orElse(difference);
            boolean isWorst = difference.worst().isPresent() && merged.worst().equals(difference.worst());
            if (worst.isEmpty() || isWorst) {
                tolerance = allowed;
            }
            worst = Optional.of(merged);
        }

        private static Difference unlike(String name, String got, String expected) {
            return new Difference(
                    1,
                    1,
                    Double.POSITIVE_INFINITY,
                    Double.POSITIVE_INFINITY,
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    Optional.of(new Difference.Worst(name, 0, got, expected)));
        }

        Comparison result(List<DataSet> sets, List<Map<String, Value>> got) {
            Difference all = worst.orElseGet(
                    () -> new Difference(0, 0, 0, 0, OptionalDouble.empty(), OptionalDouble.empty(), Optional.empty()));
            return new Comparison(all, tolerance, compared > 0 && all.outside() == 0, CheckedSets.of(sets, got));
        }
    }
}
