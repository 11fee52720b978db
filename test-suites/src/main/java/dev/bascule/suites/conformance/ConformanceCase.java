package dev.bascule.suites.conformance;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.numerics.ToleranceRule;
import dev.bascule.fallback.pack.PackedCase;
import dev.bascule.fallback.pack.Program;
import java.nio.file.Path;
import java.util.List;

/**
 * A small case with its expected outputs.
 *
 * @param source the folder or file that it was read from
 * @param model identity, operators and opsets of its program
 * @param program what is executed; its kind decides the engine
 * @param sets at least one
 * @param tolerance how far its outputs may be off
 */
public record ConformanceCase(
        CaseId id, Path source, ModelInfo model, Program program, List<DataSet> sets, ToleranceRule tolerance) {
    public ConformanceCase {
        sets = List.copyOf(sets);
    }

    /** As a runner gets it. */
    public PackedCase packed() {
        return new PackedCase(
                id.toString(), program, sets.stream().map(DataSet::inputs).toList());
    }
}
