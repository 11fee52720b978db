package dev.bascule.reports.document;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_ABSENT;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.bascule.fallback.attempt.CaseInputs;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Conditions;
import dev.bascule.fallback.attempt.DimSize;
import dev.bascule.fallback.attempt.TimingPlan;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.util.List;
import java.util.Optional;

/** The document's parts of what a cell was fed and how it was to be timed, and back. Stateless. */
public final class ConditionParts {
    private ConditionParts() {}

    /**
     * @param sha256 over names, types, shapes and bytes of all steps
     * @param seed of what was generated; absent where nothing was
     */
    public record InputsPart(
            String sha256, @JsonInclude(NON_ABSENT) Optional<Long> seed, List<FedPart> tensors, List<DimPart> dims) {}

    /** @param steps how many tensors it was fed one after the other */
    public record FedPart(String name, String dtype, List<Long> shape, int steps) {}

    /** @param origin given, batch, from-input, chosen, solved or tried */
    public record DimPart(String name, long size, String origin, String note) {}

    /** As {@link TimingPlan}, in milliseconds. */
    public record PlanPart(
            int minIterations,
            double minDurationMs,
            int softwareIterations,
            double warmUpLimitMs,
            double measureLimitMs,
            int threads) {}

    static Optional<InputsPart> inputs(CaseRun run) {
        return run.conditions()
                .map(Conditions::inputs)
                .map(inputs -> new InputsPart(
                        inputs.sha256(),
                        inputs.seed(),
                        inputs.tensors().stream()
                                .map(fed -> new FedPart(
                                        fed.name(),
                                        fed.dtype().wireName(),
                                        fed.shape().dims(),
                                        fed.steps()))
                                .toList(),
                        inputs.dims().stream()
                                .map(dim -> new DimPart(
                                        dim.name(), dim.size(), dim.origin().word(), dim.note()))
                                .toList()));
    }

    static Optional<PlanPart> plan(CaseRun run) {
        return run.conditions()
                .flatMap(Conditions::plan)
                .map(plan -> new PlanPart(
                        plan.minIterations(),
                        AttemptWriter.millis(plan.minDuration()),
                        plan.softwareIterations(),
                        AttemptWriter.millis(plan.warmUpLimit()),
                        AttemptWriter.millis(plan.measureLimit()),
                        plan.threads()));
    }

    static Optional<Conditions> conditions(RunDocument.CellPart cell) {
        return cell.inputs()
                .map(part -> new Conditions(inputs(part), cell.plan().map(ConditionParts::plan)));
    }

    private static CaseInputs inputs(InputsPart part) {
        return new CaseInputs(
                part.sha256(),
                part.tensors().stream()
                        .map(fed -> new CaseInputs.Fed(
                                fed.name(),
                                DType.ofWireName(fed.dtype())
                                        .orElseThrow(
                                                () -> new IllegalArgumentException("no element type: " + fed.dtype())),
                                new Shape(fed.shape()),
                                fed.steps()))
                        .toList(),
                part.dims().stream()
                        .map(dim ->
                                new DimSize(dim.name(), dim.size(), DimSize.Origin.ofWord(dim.origin()), dim.note()))
                        .toList(),
                part.seed());
    }

    private static TimingPlan plan(PlanPart part) {
        return new TimingPlan(
                part.minIterations(),
                AttemptParser.duration(part.minDurationMs()),
                part.softwareIterations(),
                AttemptParser.duration(part.warmUpLimitMs()),
                AttemptParser.duration(part.measureLimitMs()),
                part.threads());
    }
}
