package dev.bascule.suites.conformance;

import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.suites.cache.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

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
        if (outputs.isEmpty()
                || one.sets().isEmpty()
                || one.sets().get(0).expected().isEmpty()) {
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
        String name = output(kept.one(), kept.outputs());
        long wanted = draw / 7 % 10;
        Value got = kept.outputs().get(0).get(name);
        // An optional output that is empty may as well not be there.
        if (got == null || (wanted == 0 && !(got instanceof Value.Absent))) {
            return missing(kept, name);
        }
        Optional<Value> element =
                wanted == 1 ? Optional.empty() : Corruption.element(got, tolerance(kept.one(), name, got), draw);
        return element.map(changed -> new Control(
                        expecting(kept.one(), name, changed),
                        kept.outputs(),
                        "an element of output '%s' (%s)".formatted(name, Value.describe(got))))
                .orElseGet(() -> new Control(
                        expecting(kept.one(), name, Corruption.shape(got)),
                        kept.outputs(),
                        "the shape of output '%s' (%s)".formatted(name, Value.describe(got))));
    }

    private static Control missing(Kept kept, String name) {
        List<Map<String, Value>> outputs = new ArrayList<>(kept.outputs());
        Map<String, Value> without = new LinkedHashMap<>(outputs.get(0));
        without.remove(name);
        outputs.set(0, without);
        return new Control(kept.one(), outputs, "output '%s' is missing".formatted(name));
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

    private static ConformanceCase expecting(ConformanceCase one, String name, Value changed) {
        Map<String, Value> expected = new LinkedHashMap<>(one.sets().get(0).expected());
        expected.put(name, changed);
        List<DataSet> sets = new ArrayList<>(one.sets());
        sets.set(0, new DataSet(one.sets().get(0).inputs(), expected));
        return new ConformanceCase(one.id(), one.source(), one.model(), one.program(), sets, one.tolerance());
    }

    /** The kind of value that is going to be changed: a dtype, or a sequence of it, or nothing. */
    private String kind(ConformanceCase one, List<Map<String, Value>> outputs) {
        Value value = outputs.get(0).get(output(one, outputs));
        if (value == null) {
            return "";
        }
        String type = dtype(value).map(dtype -> dtype.wireName()).orElse("nothing");
        return value instanceof Value.Many ? "sequence of " + type : type;
    }

    /** The output of the first data set that is going to be changed: one that is expected. */
    private String output(ConformanceCase one, List<Map<String, Value>> outputs) {
        List<String> names = one.sets().get(0).expected().keySet().stream()
                .filter(outputs.get(0)::containsKey)
                .sorted()
                .toList();
        List<String> all = names.isEmpty()
                ? one.sets().get(0).expected().keySet().stream().sorted().toList()
                : names;
        return all.get((int) (draw(one) % all.size()));
    }

    private long draw(ConformanceCase one) {
        return Long.parseLong(hash(one).substring(0, 15), 16);
    }

    private String hash(ConformanceCase one) {
        return Sha256.of(("self-check " + seed + " " + one.id()).getBytes(StandardCharsets.UTF_8));
    }
}
