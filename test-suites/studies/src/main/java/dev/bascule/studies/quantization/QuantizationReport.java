package dev.bascule.studies.quantization;

import dev.bascule.fallback.target.Machine;
import dev.bascule.studies.truth.TruthReport.Absent;
import java.nio.file.Path;
import java.util.List;

/**
 * Smaller models of one, and what they are worth where. Immutable.
 *
 * @param model its name
 * @param sha256 of its bytes
 * @param seed of the split, and of whatever methods draw
 * @param machine on which it was measured
 * @param settings how much was measured
 * @param samples what judged, and what calibrated
 * @param budget that was asked for
 * @param variants the model as it is first; those that could not be made with the reason
 * @param targets what came of each
 * @param absent backends that are not here and that nobody named
 * @param flags what speaks against all of it
 * @param notes for the reader
 * @param emitted files that were written
 * @param interrupted whether somebody stopped it
 */
public record QuantizationReport(
        String model,
        String sha256,
        long seed,
        Machine machine,
        QuantizationSettings settings,
        SampleSplit samples,
        QuantizationBudget budget,
        List<Variant> variants,
        List<TargetJudge.Verdict> targets,
        List<Absent> absent,
        List<String> flags,
        List<String> notes,
        List<Emitted> emitted,
        boolean interrupted) {
    public QuantizationReport {
        variants = List.copyOf(variants);
        targets = List.copyOf(targets);
        absent = List.copyOf(absent);
        flags = List.copyOf(flags);
        notes = List.copyOf(notes);
        emitted = List.copyOf(emitted);
    }

    /** A variant's file as it was written. */
    public record Emitted(String variant, Path file, String sha256) {}

    /** Whether any method made a model. */
    public boolean madeAny() {
        return variants.stream()
                .anyMatch(each -> !each.isOriginal() && each.made().isPresent());
    }
}
