package dev.bascule.studies.conformance;

import dev.bascule.fallback.attempt.CheckCoverage;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.numerics.ValueJudge;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.cases.DataSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Has the judge look at the values that a case gave with all its data sets. Stateless. */
public final class ValueComparer {
    private ValueComparer() {}

    /**
     * What the comparison of all data sets came to: the worst.
     *
     * @param ok whether every expected value is right; false where nothing was expected
     * @param checked what that rests on
     */
    public record Comparison(Difference difference, Tolerance tolerance, boolean ok, CheckCoverage checked) {}

    /**
     * Compares every expected output of every data set; one that was not brought is wrong, one that was not expected is
     * passed over.
     */
    public static Comparison compare(List<Map<String, Value>> got, List<DataSet> expected, ToleranceRule rule) {
        ValueJudge judge = new ValueJudge(rule);
        for (int set = 0; set < expected.size(); set++) {
            Map<String, Value> outputs = set < got.size() ? got.get(set) : Map.of();
            expected.get(set)
                    .expected()
                    .forEach((name, value) -> judge.judge(name, Optional.ofNullable(outputs.get(name)), value));
        }
        ValueJudge.Judged judged = judge.result();
        boolean any = expected.stream().anyMatch(set -> !set.expected().isEmpty());
        return new Comparison(
                judged.difference(), judged.tolerance(), any && judged.ok(), CheckedSets.of(expected, got));
    }
}
