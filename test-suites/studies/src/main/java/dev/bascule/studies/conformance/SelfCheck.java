package dev.bascule.studies.conformance;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.DataSet;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The negative control of a conformance run: outputs that were right, judged again with something changed that must not
 * pass. Keeps a sample of cases drawn by their ids' hash, as many of each kind of value as there can be, whatever order they
 * come in. Thread-safe.
 */
public final class SelfCheck {
    private final long seed;
    private final int most;
    private final OutputJudge judge;
    private final SortedMap<String, TreeMap<String, Kept>> byKind = new TreeMap<>();

    /** A case with its outputs, which were right. */
    private record Kept(ConformanceCase one, List<Map<String, Value>> outputs) {}

    /** Something changed, so that it must not pass. */
    private record Control(ConformanceCase expecting, List<Map<String, Value>> outputs, String what) {}

    /**
     * @param most cases to corrupt
     * @param judge who is checked
     */
    public SelfCheck(long seed, int most, OutputJudge judge) {
        this.seed = seed;
        this.most = most;
        this.judge = judge;
    }

    /**
     * What came of it.
     *
     * @param corrupted how many were changed
     * @param missed those that were not noticed, with what was changed, and right outputs that were called wrong
     */
    public record Result(int corrupted, List<String> missed) {
        public Result {
            missed = List.copyOf(missed);
        }

        @Override
        public String toString() {
            return "self-check: %d corrupted, %d noticed".formatted(corrupted, corrupted - missed.size());
        }
    }

    /** Takes note of a case that came out right. */
    public synchronized void keep(ConformanceCase one, List<Map<String, Value>> outputs) {
        if (candidates(one, outputs).isEmpty()) {
            return;
        }
        TreeMap<String, Kept> kept = byKind.computeIfAbsent(kind(one, outputs), kind -> new TreeMap<>());
        kept.putIfAbsent(hash(one), new Kept(one, outputs));
        if (kept.size() > most) {
            kept.pollLastEntry();
        }
    }

    /** Corrupts what was kept, and has it judged. */
    public synchronized Result result() {
        List<String> missed = new ArrayList<>();
        List<Kept> chosen = chosen();
        for (Kept kept : chosen) {
            if (!judge.areRight(kept.one(), kept.outputs())) {
                missed.add("%s: right outputs are called wrong"
                        .formatted(kept.one().id()));
                continue;
            }
            Control control = control(kept);
            if (judge.areRight(control.expecting(), control.outputs())) {
                missed.add("%s: %s".formatted(kept.one().id(), control.what()));
            }
        }
        return new Result(chosen.size(), missed);
    }

    /** One of each kind in turn, until there are enough. */
    private List<Kept> chosen() {
        List<List<Kept>> kinds =
                byKind.values().stream().map(kept -> List.copyOf(kept.values())).toList();
        List<Kept> chosen = new ArrayList<>();
        int longest = kinds.stream().mapToInt(List::size).max().orElse(0);
        for (int i = 0; i < longest; i++) {
            for (List<Kept> kind : kinds) {
                if (i < kind.size() && chosen.size() < most) {
                    chosen.add(kind.get(i));
                }
            }
        }
        return chosen;
    }

    /** Mostly an element; of ten, one output that is missing and one of another shape. */
    private Control control(Kept kept) {
        long draw = draw(kept.one());
        int set = set(kept.one(), kept.outputs());
        String name = output(kept.one(), kept.outputs(), set);
        long wanted = draw / 7 % 10;
        Value got = kept.outputs().get(set).get(name);
        String of = kept.one().sets().size() == 1 ? "" : " of data set " + set;
        // An optional output that is empty may as well not be there.
        if (got == null || (wanted == 0 && !(got instanceof Value.Absent))) {
            return missing(kept, set, name, of);
        }
        Optional<Value> element =
                wanted == 1 ? Optional.empty() : Corruption.element(got, tolerance(kept.one(), name, got), draw);
        return element.map(changed -> new Control(
                        expecting(kept.one(), set, name, changed),
                        kept.outputs(),
                        "an element of output '%s'%s (%s)".formatted(name, of, Value.describe(got))))
                .orElseGet(() -> new Control(
                        expecting(kept.one(), set, name, Corruption.shape(got)),
                        kept.outputs(),
                        "the shape of output '%s'%s (%s)".formatted(name, of, Value.describe(got))));
    }

    private static Control missing(Kept kept, int set, String name, String of) {
        List<Map<String, Value>> outputs = new ArrayList<>(kept.outputs());
        Map<String, Value> without = new LinkedHashMap<>(outputs.get(set));
        without.remove(name);
        outputs.set(set, without);
        return new Control(kept.one(), outputs, "output '%s'%s is missing".formatted(name, of));
    }

    private static Tolerance tolerance(ConformanceCase one, String name, Value got) {
        return one.tolerance().of(name, dtype(got).orElse(DType.FLOAT32));
    }

    private static Optional<DType> dtype(Value value) {
        if (value instanceof Value.One one) {
            return Optional.of(one.tensor().dtype());
        }
        return value instanceof Value.Many many
                ? many.items().stream().flatMap(item -> dtype(item).stream()).findFirst()
                : Optional.empty();
    }

    private static ConformanceCase expecting(ConformanceCase one, int set, String name, Value changed) {
        Map<String, Value> expected = new LinkedHashMap<>(one.sets().get(set).expected());
        expected.put(name, changed);
        List<DataSet> sets = new ArrayList<>(one.sets());
        sets.set(set, new DataSet(one.sets().get(set).inputs(), expected));
        return new ConformanceCase(one.id(), one.source(), one.model(), one.program(), sets, one.tolerance());
    }

    /** The kind of value that is going to be changed: a dtype, or a sequence of it, or nothing. */
    private String kind(ConformanceCase one, List<Map<String, Value>> outputs) {
        int set = set(one, outputs);
        Value value = outputs.get(set).get(output(one, outputs, set));
        if (value == null) {
            return "";
        }
        String type = dtype(value).map(dtype -> dtype.wireName()).orElse("nothing");
        return value instanceof Value.Many ? "sequence of " + type : type;
    }

    /** The data sets of which something is expected. */
    private static List<Integer> candidates(ConformanceCase one, List<Map<String, Value>> outputs) {
        return IntStream.range(0, Math.min(one.sets().size(), outputs.size()))
                .filter(set -> !one.sets().get(set).expected().isEmpty())
                .boxed()
                .toList();
    }

    /** The data set of which an output is going to be changed: any of them, for the judge has to look at all. */
    private int set(ConformanceCase one, List<Map<String, Value>> outputs) {
        List<Integer> candidates = candidates(one, outputs);
        return candidates.get((int) (draw(one) / 997 % candidates.size()));
    }

    /** The output that is going to be changed: one that is expected. */
    private String output(ConformanceCase one, List<Map<String, Value>> outputs, int set) {
        Set<String> expected = one.sets().get(set).expected().keySet();
        List<String> names =
                expected.stream().filter(outputs.get(set)::containsKey).sorted().toList();
        List<String> all = names.isEmpty() ? expected.stream().sorted().toList() : names;
        return all.get((int) (draw(one) % all.size()));
    }

    private long draw(ConformanceCase one) {
        return Long.parseLong(hash(one).substring(0, 15), 16);
    }

    private String hash(ConformanceCase one) {
        return Sha256.of(("self-check " + seed + " " + one.id()).getBytes(StandardCharsets.UTF_8));
    }
}
