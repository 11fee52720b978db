package dev.bascule.studies.collect;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backend;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Hands slices out, each once. The rest of a target that was wrong on model after model comes after all others; slices that turn out to
 * take longer than was thought are divided anew. Thread-safe.
 */
public final class CollectOrder {
    /** Models in a row that are wrong on a target before its rest is left for last. */
    static final int ROW = 5;

    private final Duration limit;
    private final Deque<CollectSlice> first;
    private final Deque<CollectSlice> last = new ArrayDeque<>();
    private final Map<Target, Set<String>> rows = new HashMap<>();
    private final Set<Target> late = new HashSet<>();
    private CollectPace pace;
    private int given;
    private int learned;

    private record Target(String place, Backend backend) {}

    /**
     * A slice in its turn.
     *
     * @param number from 1
     * @param all as many as there are by now
     */
    public record Turn(int number, int all, CollectSlice slice) {}

    /** @param limit about how long a slice may take */
    public CollectOrder(List<CollectSlice> slices, Duration limit) {
        this.limit = limit;
        this.first = new ArrayDeque<>(slices);
        this.pace = slices.isEmpty() ? CollectPace.UNKNOWN : slices.get(0).pace();
    }

    /** Empty where all were handed out. */
    public synchronized Optional<Turn> next() {
        while (!first.isEmpty()) {
            CollectSlice slice = first.remove();
            Set<Backend> wrong = slice.backends().stream()
                    .filter(backend -> late.contains(new Target(slice.place().name(), backend)))
                    .collect(Collectors.toSet());
            CollectSlice later = slice.only(wrong);
            if (!later.isEmpty()) {
                last.add(later);
            }
            CollectSlice now = slice.without(wrong);
            if (!now.isEmpty()) {
                return Optional.of(turn(now));
            }
        }
        return Optional.ofNullable(last.poll()).map(this::turn);
    }

    private Turn turn(CollectSlice slice) {
        given++;
        return new Turn(given, given + first.size() + last.size(), slice);
    }

    /**
     * Looks at what came of a slice.
     *
     * @return a sentence for each target whose rest is left for last from now on
     */
    public synchronized List<String> ran(CollectSlice slice, List<CaseRun> runs) {
        learn(slice, runs);
        List<String> told = new ArrayList<>();
        for (CaseRun run : runs) {
            Target target = new Target(slice.place().name(), run.chain().first());
            Set<String> row = rows.computeIfAbsent(target, any -> new HashSet<>());
            Outcome outcome = run.decisive().outcome();
            if (outcome == Outcome.SUCCEEDED) {
                row.clear();
            } else if (outcome == Outcome.WRONG
                    && row.add(run.model().sha256())
                    && row.size() >= ROW
                    && late.add(target)) {
                told.add("%s on %s is wrong on %d models in a row: what is left of it comes last"
                        .formatted(target.place(), target.backend().id(), ROW));
            }
        }
        return told;
    }

    private void learn(CollectSlice slice, List<CaseRun> runs) {
        learned++;
        String name = "slice " + learned;
        pace = pace.with(runs.stream()
                .filter(run -> run.decisive().outcome() != Outcome.UNAVAILABLE)
                .map(run -> new CollectPace.Begun(
                        name,
                        run.decisive().span().startedAt(),
                        run.model().name(),
                        slice.place().name(),
                        run.chain().first()))
                .toList());
        for (Deque<CollectSlice> left : List.of(first, last)) {
            List<CollectSlice> anew = left.stream()
                    .flatMap(one -> one.paced(pace).divided(limit).stream())
                    .toList();
            left.clear();
            left.addAll(anew);
        }
    }
}
