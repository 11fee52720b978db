package dev.bascule.cli.requirements;

import dev.bascule.cli.output.TextTable;
import dev.bascule.cli.requirements.Requirements.OfTarget;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.models.workload.MemoryEstimate;
import dev.bascule.prediction.memory.MemoryBound;
import java.util.ArrayList;
import java.util.List;

/** Requirements for people. Stateless. */
final class RequirementsText {
    private RequirementsText() {}

    static String of(Requirements found) {
        StringBuilder text = new StringBuilder("%s\n".formatted(found.model().name()));
        text.append("memory   ")
                .append(found.need()
                        .estimate()
                        .map(each -> tensors(each, found))
                        .orElseGet(() -> "not estimated: " + found.need().reason()))
                .append('\n');
        text.append("free     ")
                .append(
                        found.free().bytes().isPresent()
                                ? ByteSizes.text(found.free().bytes().getAsLong()) + " ("
                                        + found.free().source() + ")"
                                : "not known: " + found.free().source())
                .append('\n');
        text.append("disk     %s of model files\n".formatted(ByteSizes.text(found.diskBytes())));
        text.append("threads  any number: one is enough, and %d logical processors are here\n\n"
                .formatted(found.processors()));
        TextTable table = new TextTable("TARGET", "GROWS BY AT MOST", "BATCH THAT FITS");
        List<String> notes = new ArrayList<>();
        for (OfTarget each : found.targets()) {
            table.row(
                    each.target(),
                    each.bound().map(MemoryBound::bytes).map(ByteSizes::text).orElse("-"),
                    each.batch().map(batch -> Long.toString(batch)).orElse("-"));
            notes.add(each.target() + ": " + each.note());
        }
        text.append(table).append("\nPredicted, not measured:\n");
        notes.forEach(note -> text.append("  ").append(note).append('\n'));
        return text.toString().stripTrailing();
    }

    private static String tensors(MemoryEstimate estimate, Requirements found) {
        return "%s%s of tensors (weights %s, activations %s) with %s at batch 1"
                .formatted(
                        estimate.isLowerBound() ? "at least " : "",
                        ByteSizes.text(estimate.total()),
                        ByteSizes.text(estimate.weights()),
                        ByteSizes.text(estimate.activationBytes()),
                        found.need().inputs().isEmpty()
                                ? "no inputs"
                                : found.need().inputs());
    }
}
