package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.CaseInputs;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.DimSize;
import dev.bascule.fallback.attempt.TimingPlan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What cells were fed and how they were to be timed, for people. Stateless. */
public final class FedText {
    private static final String UNKNOWN = "not known: recorded by an earlier build";

    private FedText() {}

    /** {@code ids int64[1,128]; sequence=128 (chosen: …); SHA-256 1f2e3d4c…, seed 42}. */
    public static String inputs(CaseRun run) {
        return run.conditions()
                .map(known -> {
                    CaseInputs inputs = known.inputs();
                    return inputs.shapes()
                            + (inputs.dims().isEmpty() ? "" : "; " + inputs.sizes())
                            + "; SHA-256 " + inputs.shortHash() + "…"
                            + inputs.seed().map(seed -> ", seed " + seed).orElse("");
                })
                .orElse(UNKNOWN);
    }

    /** {@code at least 20 iterations and 200 ms, …}. */
    public static String plan(CaseRun run) {
        return run.conditions()
                .map(known -> known.plan().map(TimingPlan::words).orElse("not to be timed"))
                .orElse(UNKNOWN);
    }

    /** A sentence for each model of which Bascule chose sizes; empty where all were said. */
    public static List<String> chosen(Matrix matrix) {
        Map<String, String> sentences = new TreeMap<>();
        matrix.inOrder()
                .forEach(cell -> cell.run().conditions().ifPresent(known -> {
                    List<DimSize> ours = known.inputs().dims().stream()
                            .filter(DimSize::isOurs)
                            .toList();
                    if (!ours.isEmpty()) {
                        sentences.put(
                                cell.run().model().name() + cell.run().caseId(),
                                "%s: nobody said how large its inputs are: %s; set by %s"
                                        .formatted(
                                                cell.run().model().name(),
                                                ours.stream()
                                                        .map(dim -> "%s %s".formatted(dim.name(), dim.words()))
                                                        .collect(Collectors.joining(", ")),
                                                ours.stream()
                                                        .map(dim -> "--dim %s=N".formatted(dim.name()))
                                                        .collect(Collectors.joining(" "))));
                    }
                }));
        return List.copyOf(sentences.values());
    }
}
