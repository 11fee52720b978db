package dev.bascule.execution.attempt;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.cases.CaseId;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The attempts of one run by case and place, so that no case is measured twice in one place: a chain shows the attempt of the
 * strict cell of its backend, or the other way round. Belongs to one thread.
 */
public final class AttemptCache {
    private final Map<Key, Attempt> first = new HashMap<>();
    private final Map<Attempt, List<Attempt>> again = new IdentityHashMap<>();

    /** A source is itself alone: another one of the same browser is another place. */
    private record Key(CaseId caseId, RunnerSource source, Backend backend, Optional<DeviceType> asked) {}

    /** The attempt at a case in a place; made now where it was not made before. What the user stopped is not kept. */
    Attempt at(PreparedCase testCase, Place place, Supplier<Attempt> make) {
        Key key = new Key(testCase.id(), place.source(), place.backend(), place.asked());
        Attempt known = first.get(key);
        if (known != null) {
            return known;
        }
        Attempt made = make.get();
        if (made.outcome() != Outcome.CANCELLED) {
            first.put(key, made);
        }
        return made;
    }

    /** The new tries of an attempt that failed, made once for all cells that show it. */
    List<Attempt> again(Attempt failed, Supplier<List<Attempt>> make) {
        List<Attempt> known = again.get(failed);
        if (known != null) {
            return known;
        }
        List<Attempt> made = List.copyOf(make.get());
        again.put(failed, made);
        return made;
    }
}
