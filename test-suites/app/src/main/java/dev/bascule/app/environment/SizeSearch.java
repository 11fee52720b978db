package dev.bascule.app.environment;

import dev.bascule.execution.cases.CaseRefusal;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.fallback.attempt.DimSize;
import dev.bascule.fallback.attempt.DimSize.Origin;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.models.workload.ShapeConflicts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Finds sizes that a model runs with, for dimensions of which nobody said anything: the graph refutes what its own shapes
 * contradict, and native CPU, in its child process, tries what is left, one usual size after the other. Belongs to one thread.
 */
final class SizeSearch {
    private static final int MOST_TRIALS = 40;
    private static final Duration LONGEST = Duration.ofSeconds(45);
    private static final int MOST_WORDS = 160;

    private final Map<String, Map<String, DimSize>> found = new HashMap<>();

    /** What was found for a model, by dimension. */
    Map<String, DimSize> known(ResolvedModel model) {
        return found.getOrDefault(model.info().sha256(), Map.of());
    }

    /**
     * The case at sizes that fit.
     *
     * @param testCase at sizes of which some may have been chosen
     * @param again prepares it with what is {@link #known} by then
     * @return the case refused where no size fits
     */
    PreparedCase fit(
            ResolvedModel model,
            PreparedCase testCase,
            Function<PreparedCase, References.Found> trials,
            Supplier<PreparedCase> again) {
        String key = model.info().sha256();
        if (testCase.feeding().sizing().choices().isEmpty()
                || testCase.answers().expected().isPresent()
                || found.containsKey(key)
                || !testCase.isReadable()) {
            return testCase;
        }
        OnnxModelFile graph = OnnxModelFile.open(testCase.artifact().file());
        Optional<String> conflict = ShapeConflicts.first(graph, testCase.feeds().step(0));
        Optional<String> refusal = Optional.empty();
        if (conflict.isEmpty()) {
            refusal = refusal(trials.apply(testCase));
            if (refusal.isEmpty()) {
                return testCase;
            }
        }
        long end = System.nanoTime() + LONGEST.toNanos();
        int ran = refusal.isPresent() ? 1 : 0;
        int looked = 0;
        String why = conflict.orElse(refusal.orElse(""));
        for (Map<String, Long> sizes : candidates(testCase)) {
            if (ran >= MOST_TRIALS
                    || System.nanoTime() > end
                    || Thread.currentThread().isInterrupted()) {
                break;
            }
            looked++;
            found.put(key, named(testCase, sizes, ran == 0 ? Origin.SOLVED : Origin.TRIED, why));
            PreparedCase next = again.get();
            if (ShapeConflicts.first(graph, next.feeds().step(0)).isPresent()) {
                continue;
            }
            if (refusal(trials.apply(next)).isEmpty()) {
                return next;
            }
            ran++;
        }
        found.remove(key);
        return testCase.refusedFor(new CaseRefusal(Outcome.NOT_JUDGED, none(testCase, looked, why)));
    }

    /** Why the inputs do not fit; empty where they do, and where what went wrong says nothing of inputs. */
    private static Optional<String> refusal(References.Found found) {
        return found instanceof References.Found.Missing missing && missing.refused()
                ? Optional.of(missing.failure().message())
                : Optional.empty();
    }

    /** Each size of each dimension by itself, then of all dimensions of its kind at once, the most usual first. */
    private static List<Map<String, Long>> candidates(PreparedCase testCase) {
        Set<Map<String, Long>> all = new LinkedHashSet<>();
        int longest = testCase.feeding().sizing().choices().values().stream()
                .mapToInt(List::size)
                .max()
                .orElse(0);
        for (int rank = 1; rank < longest; rank++) {
            for (Map.Entry<String, List<Long>> one :
                    testCase.feeding().sizing().choices().entrySet()) {
                if (rank < one.getValue().size()) {
                    long size = one.getValue().get(rank);
                    all.add(Map.of(one.getKey(), size));
                    Map<String, Long> alike = new LinkedHashMap<>();
                    testCase.feeding().sizing().choices().forEach((name, sizes) -> {
                        if (sizes.equals(one.getValue())) {
                            alike.put(name, size);
                        }
                    });
                    all.add(alike);
                }
            }
        }
        return new ArrayList<>(all);
    }

    /** All dimensions of our choice: those that change, and the others as they were. */
    private static Map<String, DimSize> named(
            PreparedCase testCase, Map<String, Long> sizes, Origin origin, String why) {
        Map<String, DimSize> named = new HashMap<>();
        testCase.feeding().sizing().dims().stream()
                .filter(dim -> testCase.feeding().sizing().choices().containsKey(dim.name()))
                .forEach(dim -> {
                    Long size = sizes.get(dim.name());
                    named.put(
                            dim.name(),
                            size == null
                                    ? dim
                                    : new DimSize(
                                            dim.name(),
                                            size,
                                            origin,
                                            origin == Origin.SOLVED
                                                    ? "%d contradicts the graph, %s"
                                                            .formatted(dim.size(), shortened(why))
                                                    : "%d was found by trying, %d does not run"
                                                            .formatted(size, dim.size())));
                });
        return named;
    }

    private static Failure none(PreparedCase testCase, int looked, String why) {
        String names = String.join(", ", testCase.feeding().sizing().choices().keySet());
        return Failure.of(
                ErrorCode.INPUT_MISMATCH,
                "nobody said how large %s is, and with none of the %d usual sizes that were looked at does native CPU run it: %s"
                        .formatted(names, looked + 1, shortened(why)),
                "say it: "
                        + testCase.feeding().sizing().choices().keySet().stream()
                                .map(name -> "--dim '%s=N'".formatted(name))
                                .collect(Collectors.joining(" ")),
                "or give the inputs: --input NAME=FILE");
    }

    private static String shortened(String why) {
        return why.length() <= MOST_WORDS ? why : why.substring(0, MOST_WORDS) + "…";
    }
}
