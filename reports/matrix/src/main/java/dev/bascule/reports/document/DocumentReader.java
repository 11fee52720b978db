package dev.bascule.reports.document;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.attempt.PairedBlocks;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.reports.document.RunDocument.CellPart;
import dev.bascule.reports.document.RunDocument.MachinePart;
import dev.bascule.reports.document.RunDocument.ModelPart;
import dev.bascule.reports.document.RunDocument.TargetPart;
import dev.bascule.reports.matrix.KnownBackends;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Makes the record of a document again; derived fields (statistics, scores, summary) are not read. Belongs to one thread. */
final class DocumentReader {
    private final RunDocument document;
    private final Map<String, Target> targets = new HashMap<>();

    DocumentReader(RunDocument document) {
        this.document = document;
    }

    RunRecord read() {
        document.targets().forEach(part -> targets.put(part.id(), target(part)));
        RunDocument.Run run = document.run();
        Map<String, Duration> elapsed = new LinkedHashMap<>();
        document.summary().elapsedByPhaseMs().forEach((phase, ms) -> elapsed.put(phase, AttemptParser.duration(ms)));
        return new RunRecord(
                new Invocation(run.id(), run.suite(), run.suiteHash(), run.seed(), run.command()),
                new RunRecord.Times(run.startedAt(), run.finishedAt(), elapsed),
                machine(document.machine()),
                new RunRecord.Extent(
                        run.selection().map(SelectionParts::selection),
                        run.interrupted(),
                        document.notRun().stream().map(RunParts::unrun).toList()),
                document.cells().stream().map(this::cell).toList(),
                document.scenarios().stream()
                        .map(part -> ScenarioParts.run(part, target(part.target())))
                        .toList(),
                document.errors().stream().map(ErrorParts::error).toList(),
                document.models().stream().map(RunParts::supply).toList(),
                new RunRecord.Provenance(run.tool(), RunParts.origins(run.origins())));
    }

    private static Machine machine(MachinePart part) {
        return new Machine(
                part.fingerprint(),
                part.os(),
                new Machine.Cpu(
                        part.cpu().name(), part.cpu().cores(), part.cpu().features()),
                part.memoryBytes(),
                part.gpus().stream()
                        .map(gpu -> new Machine.Gpu(gpu.name(), gpu.vendor(), gpu.software()))
                        .toList(),
                part.state().map(state -> new Fingerprint(state.machine(), state.software())));
    }

    private static Target target(TargetPart part) {
        DeviceType device = DeviceType.valueOf(part.deviceType().toUpperCase(Locale.ROOT));
        return new Target(
                KnownBackends.of(part.backend(), Side.valueOf(part.side().toUpperCase(Locale.ROOT)), device),
                part.browser()
                        .map(browser ->
                                new Browser(browser.name(), browser.version(), browser.launcher(), browser.flags())),
                new Engine(
                        part.engine().name(),
                        part.engine().version(),
                        part.engine().build()),
                device,
                part.software(),
                part.adapter());
    }

    private CaseRun cell(CellPart part) {
        Side side = target(part.attempts().get(0).target()).backend().side();
        return new CaseRun(
                CaseId.parse(part.caseId()),
                model(part.model()),
                new Chain(part.chain().stream().map(id -> rung(part, id, side)).toList()),
                attempts(part, false),
                attempts(part, true),
                part.fallBackOn().flatMap(FallbackPolicy::of),
                part.fallbackCost()
                        .map(cost -> new Comparison(
                                cost.from(),
                                cost.to(),
                                blocks(cost.fromMs(), cost.fromBlocks(), cost.toMs(), cost.toBlocks(), cost.pairs()))),
                part.reproduce(),
                ConditionParts.conditions(part));
    }

    private List<Attempt> attempts(CellPart part, boolean retries) {
        return part.attempts().stream()
                .filter(attempt -> (attempt.retry().orElse(0) > 0) == retries)
                .map(attempt -> AttemptParser.attempt(attempt, target(attempt.target())))
                .toList();
    }

    private Backend rung(CellPart part, String id, Side side) {
        return part.attempts().stream()
                .map(attempt -> target(attempt.target()).backend())
                .filter(backend -> backend.id().equals(id))
                .findFirst()
                .orElseGet(() -> KnownBackends.of(id, side));
    }

    private Target target(String id) {
        return Optional.ofNullable(targets.get(id))
                .orElseThrow(() -> new IllegalArgumentException(
                        "an attempt or scenario names a target that is not listed: " + id));
    }

    private static ModelInfo model(ModelPart part) {
        return new ModelInfo(
                part.name(),
                part.sha256(),
                part.bytes(),
                Family.ofId(part.family()).orElse(Family.OTHER),
                part.task(),
                part.opsets(),
                part.operators(),
                part.parameters(),
                part.signatures().stream()
                        .map(each -> new OperatorSignature(
                                each.domain(),
                                each.operator(),
                                each.opset(),
                                each.dtype().flatMap(DType::ofWireName),
                                each.nodes(),
                                each.influencing().orElse(each.nodes())))
                        .toList());
    }

    static PairedBlocks blocks(
            List<Double> baselineMs,
            Optional<List<Integer>> baselineBlocks,
            List<Double> ownMs,
            Optional<List<Integer>> ownBlocks,
            int pairs) {
        return baselineBlocks.isPresent() && ownBlocks.isPresent()
                ? PairedBlocks.cut(samples(baselineMs), baselineBlocks.get(), samples(ownMs), ownBlocks.get())
                : PairedBlocks.even(samples(baselineMs), samples(ownMs), pairs);
    }

    static Samples samples(List<Double> millis) {
        return Samples.ofMillis(millis.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
