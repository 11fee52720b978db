package dev.bascule.studies.conformance.webnn;

import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.studies.conformance.webnn.WebNnTolerances.Share;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tolerance of a graph's output: the sum of the tolerances of the operators that it comes from, as WebNN's conformance
 * tests add them up. Where some count in ULP and some are absolute, a unit in the last place counts as one machine epsilon of
 * the expected value. An operator without a limit of its own makes it {@linkplain Tolerance#of Bascule's own}. Immutable.
 */
final class GraphTolerance implements ToleranceRule {
    /** More than these are counted rather than named. */
    private static final int NAMED = 6;

    private final List<OperatorCall> calls;
    private final Operands operands;

    GraphTolerance(List<OperatorCall> calls, Operands operands) {
        this.calls = List.copyOf(calls);
        this.operands = operands;
    }

    @Override
    public Tolerance of(String output, DType dtype) {
        List<OperatorCall> behind = behind(output);
        Share sum = Share.NONE;
        List<String> words = new ArrayList<>();
        for (OperatorCall call : behind) {
            Optional<Share> share = WebNnTolerances.share(call, dtype, operands);
            if (share.isEmpty()) {
                Tolerance own = Tolerance.of(dtype, longestPath(behind));
                return new Tolerance(
                        own.perElement(),
                        "%s (WebNN's tests define none for %s of %s here)"
                                .formatted(own.basis(), call.name(), dtype.wireName()));
            }
            sum = sum.plus(share.get());
            words.add(word(call.name(), share.get()));
        }
        // Put together rather than formatted, for this is said of each of thousands of cases.
        String named = words.size() > NAMED ? words.size() + " operators" : String.join(" + ", words);
        return new Tolerance(perElement(sum, dtype), "WebNN conformance tests, " + dtype.wireName() + ": " + named);
    }

    private static ElementTolerance perElement(Share sum, DType dtype) {
        if (sum.absolute() == 0) {
            return new ElementTolerance.Ulps(sum.ulps());
        }
        double epsilon = dtype == DType.FLOAT16 ? 0x1p-10 : 0x1p-23;
        return new ElementTolerance.Close(sum.absolute(), sum.ulps() * epsilon);
    }

    private static String word(String operator, Share share) {
        return share.absolute() > 0
                ? operator + " ±" + share.absolute()
                : operator + " " + Math.round(share.ulps()) + " ULP";
    }

    /** Operators on the longest path through these, which are in their order. */
    private static int longestPath(List<OperatorCall> behind) {
        Map<String, Integer> depths = new HashMap<>();
        for (OperatorCall call : behind) {
            int before = call.words().stream()
                    .mapToInt(word -> depths.getOrDefault(word, 0))
                    .max()
                    .orElse(0);
            call.outputs().forEach(name -> depths.put(name, before + 1));
        }
        return depths.values().stream().mapToInt(Integer::intValue).max().orElse(1);
    }

    /** The operators that an output comes from, in their order. */
    private List<OperatorCall> behind(String output) {
        Set<OperatorCall> found = new HashSet<>();
        Deque<String> wanted = new ArrayDeque<>(List.of(output));
        while (!wanted.isEmpty()) {
            String name = wanted.pop();
            for (OperatorCall call : calls) {
                if (call.outputs().contains(name) && found.add(call)) {
                    wanted.addAll(call.words());
                }
            }
        }
        return calls.stream().filter(found::contains).toList();
    }
}
