package dev.bascule.studies.training;

import dev.bascule.studies.session.Ended;
import java.util.List;
import java.util.Optional;

/** The first steps once more; a fault where that did not go through. Immutable. */
record Again(Optional<Repetition> repetition, Optional<Ended> fault) {
    static final Again NOT_ASKED = new Again(Optional.empty(), Optional.empty());

    /** Why there is no repetition; none where there is one. */
    List<String> notes(String what) {
        return repetition.isPresent()
                ? List.of()
                : List.of(fault.map(ended -> "the first steps were not %s to their end: %s"
                                .formatted(what, ended.failure().message()))
                        .orElse("the first steps were not %s: there were too few, or it was stopped".formatted(what)));
    }
}
