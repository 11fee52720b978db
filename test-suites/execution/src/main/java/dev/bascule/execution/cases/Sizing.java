package dev.bascule.execution.cases;

import dev.bascule.fallback.attempt.DimSize;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How large a case's inputs are, and who said so. Immutable.
 *
 * @param dims the sizes of its inputs' dynamic dimensions
 * @param seed of inputs that were generated; empty where none was
 * @param generated those inputs
 * @param choices what each dimension may be whose size was chosen, the most usual first
 * @param refused why it is not run: no size fits, or its inputs could not be made, so that it has none
 */
public record Sizing(
        List<DimSize> dims,
        Optional<Long> seed,
        List<String> generated,
        Map<String, List<Long>> choices,
        Optional<CaseRefusal> refused) {
    /** Of a case without dynamic dimensions, of which nothing was generated. */
    public static final Sizing NONE = new Sizing(List.of(), Optional.empty(), List.of(), Map.of(), Optional.empty());

    public Sizing {
        dims = List.copyOf(dims);
        generated = List.copyOf(generated);
        choices = Collections.unmodifiableMap(new LinkedHashMap<>(choices));
    }

    /** The same of inputs whose sizes nobody told. */
    public Sizing untold() {
        return new Sizing(List.of(), seed, generated, Map.of(), refused);
    }

    /** The same of a case that is not run for this reason. */
    Sizing refusedFor(CaseRefusal why) {
        return new Sizing(dims, seed, generated, choices, Optional.of(why));
    }
}
