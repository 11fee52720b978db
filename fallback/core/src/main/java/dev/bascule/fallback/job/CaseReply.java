package dev.bascule.fallback.job;

import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.tensor.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What came of one case of a pack.
 *
 * @param index of the case in the pack
 * @param fault why it did not run to its end; {@link Fault.Refused#poisoned()} where it took its engine with it
 * @param outputs by name, for each data set that ran
 * @param phases what was timed: nothing to compare speeds by, for others worked beside it
 * @param evidence where it ran, as far as the session got
 */
public record CaseReply(
        int index,
        Optional<Fault> fault,
        List<Map<String, Value>> outputs,
        Phases phases,
        Optional<RawEvidence> evidence) {
    public CaseReply {
        List<Map<String, Value>> copy = new ArrayList<>();
        outputs.forEach(set -> copy.add(Collections.unmodifiableMap(new LinkedHashMap<>(set))));
        outputs = Collections.unmodifiableList(copy);
    }
}
