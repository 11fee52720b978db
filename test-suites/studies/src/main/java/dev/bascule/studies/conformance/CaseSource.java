package dev.bascule.studies.conformance;

import dev.bascule.studies.conformance.cases.ConformanceCases;
import java.nio.file.Path;
import java.util.List;

/** Reads conformance cases. */
@FunctionalInterface
public interface CaseSource {

    /**
     * Every case in these folders and files, however deep.
     *
     * @throws dev.bascule.fallback.error.BasculeException for a place that is not there
     */
    ConformanceCases read(List<Path> places);
}
