package dev.bascule.studies.conformance.cases;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.Failure;
import java.nio.file.Path;
import java.util.List;

/**
 * The cases read from folders, in the order of their ids.
 *
 * @param cases those that can be run
 * @param unreadable those that cannot even be read; each is a failure of the run
 */
public record ConformanceCases(List<ConformanceCase> cases, List<Unreadable> unreadable) {
    public ConformanceCases {
        cases = List.copyOf(cases);
        unreadable = List.copyOf(unreadable);
    }

    /** A folder or file that holds no readable case. */
    public record Unreadable(CaseId id, Path source, Failure failure) {}
}
