package dev.bascule.reports.document;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.attempt.PairedBlocks;
import dev.bascule.fallback.attempt.SharedAttempts;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.reports.document.RunDocument.CellPart;
import dev.bascule.reports.document.RunDocument.ComparisonPart;
import dev.bascule.reports.document.RunDocument.CostPart;
import dev.bascule.reports.document.RunDocument.MachinePart;
import dev.bascule.reports.document.RunDocument.ModelPart;
import dev.bascule.reports.document.RunDocument.ScoreTerm;
import dev.bascule.reports.document.RunDocument.StoppedPart;
import dev.bascule.reports.document.RunDocument.SummaryPart;
import dev.bascule.reports.document.RunDocument.TargetPart;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.matrix.NumberedAttempt;
import dev.bascule.reports.scoring.Score;
import dev.bascule.reports.scoring.Scorer;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes the document of a record. Belongs to one thread. */
final class DocumentWriter {
    private final RunRecord record;
    private final SharedAttempts shared;
    private final ElsewhereCosts costs;
    private final TargetNames names = new TargetNames();

    DocumentWriter(RunRecord record, ElsewhereCosts costs) {
        this.record = record;
        this.shared = new SharedAttempts(record.runs());
        this.costs = costs;
    }

    RunDocument write() {
        record.runs().stream()
                .flatMap(run -> NumberedAttempt.allOf(run).stream())
                .forEach(made -> names.name(made.attempt().target()));
        record.scenarios().forEach(scenario -> names.name(scenario.target()));
        return new RunDocument(
                RunDocument.SCHEMA_VERSION,
                new RunDocument.Run(
                        record.id(),
                        record.times().startedAt(),
                        record.times().finishedAt(),
                        record.invocation().suite(),
                        record.invocation().suiteHash(),
                        record.invocation().seed(),
                        record.invocation().command(),
                        record.extent().interrupted(),
                        record.extent().selection().map(SelectionParts::part),
                        record.provenance().tool(),
                        RunParts.words(record.provenance().origins())),
                machine(record.machine()),
                names.all().entrySet().stream()
                        .map(named -> target(named.getValue(), named.getKey()))
                        .toList(),
                CaseResult.allOf(record).stream().map(this::cell).toList(),
                record.scenarios().stream()
                        .map(scenario -> ScenarioParts.part(scenario, names.name(scenario.target())))
                        .toList(),
                record.errors().stream().map(ErrorParts::part).toList(),
                record.extent().notRun().stream().map(RunParts::unrun).toList(),
                record.models().stream().map(RunParts::supply).toList(),
                summary());
    }

    private static MachinePart machine(Machine machine) {
        Map<String, String> reasons = new TreeMap<>();
        if (machine.memoryBytes().isEmpty()) {
            reasons.put("memoryBytes", "the system, or the browser that spoke for it, does not tell");
        }
        if (machine.parts().isEmpty()) {
            reasons.put("state", "recorded before its parts were kept, or only a browser spoke for this machine");
        }
        return new MachinePart(
                machine.fingerprint(),
                machine.os(),
                new RunDocument.CpuPart(
                        machine.cpu().name(),
                        machine.cpu().cores(),
                        machine.cpu().features()),
                machine.memoryBytes(),
                machine.gpus().stream()
                        .map(gpu -> new RunDocument.GpuPart(gpu.name(), gpu.vendor(), gpu.software()))
                        .toList(),
                machine.parts()
                        .map(parts -> new RunDocument.StatePart(parts.stateHash(), parts.machine(), parts.software())),
                reasons);
    }

    private static TargetPart target(String id, Target target) {
        Map<String, String> reasons = new TreeMap<>();
        String side = target.backend().side().name().toLowerCase(Locale.ROOT);
        if (target.browser().isEmpty()) {
            reasons.put("browser", side.equals("native") ? "native target" : "no browser was found for it");
        }
        if (target.software().isEmpty()) {
            reasons.put(
                    "software",
                    target.backend().isHostCpu() ? "a CPU backend has no adapter" : "nothing tells of an adapter");
        }
        if (target.engine().build().isEmpty()) {
            reasons.put("engine.build", "the engine names no build");
        }
        return new TargetPart(
                id,
                side,
                target.browser()
                        .map(browser -> new RunDocument.BrowserPart(
                                browser.name(), browser.version(), browser.launcher(), browser.flags())),
                new RunDocument.EnginePart(
                        target.engine().name(),
                        target.engine().version(),
                        target.engine().build()),
                target.backend().id(),
                target.deviceType().name().toLowerCase(Locale.ROOT),
                target.software(),
                new TreeMap<>(target.adapter()),
                reasons);
    }

    private CellPart cell(CaseResult caseResult) {
        CaseRun run = caseResult.run();
        AttemptWriter attempts = new AttemptWriter(names);
        List<AttemptPart> parts = NumberedAttempt.allOf(run).stream()
                .map(made -> attempts.write(made, shared.measuredIn(run, made.attempt())))
                .toList();
        Attempt decisive = run.decisive();
        AttemptPart part = parts.get(run.attempts().indexOf(decisive));
        Optional<Score> score = Scorer.score(run, caseResult.nativeCpu());
        Optional<String> actual = decisive.succeeded() ? decisive.evidence().actual() : Optional.empty();
        return new CellPart(
                run.caseId().toString(),
                model(run.model()),
                run.chain().rungs().stream().map(Backend::id).toList(),
                part.target(),
                run.verdict(),
                run.chain().first().id(),
                actual,
                part.evidence(),
                parts,
                part.timing(),
                part.memory(),
                part.numerics(),
                part.comparison(),
                part.endToEnd(),
                run.fallbackCost().map(this::cost),
                run.fallBackOn().map(FallbackPolicy::words),
                run.stoppedAt().map(last -> stopped(run, last)),
                costs.of(run).map(ElsewhereParts::part),
                score.map(Score::value),
                score.map(Score::terms).orElse(List.of()).stream()
                        .map(term -> new ScoreTerm(term.name(), term.points(), term.most(), term.why()))
                        .toList(),
                run.reproduce(),
                ConditionParts.inputs(run),
                ConditionParts.plan(run),
                Reasons.of(run, actual, score, costs));
    }

    private static StoppedPart stopped(CaseRun run, Attempt last) {
        return new StoppedPart(
                last.target().backend().id(),
                FallbackPolicy.word(last.outcome()),
                run.untried().stream().map(Backend::id).toList());
    }

    private static ModelPart model(ModelInfo model) {
        return new ModelPart(
                model.name(),
                model.sha256(),
                model.family().id(),
                model.task(),
                model.bytes(),
                new TreeMap<>(model.opsets()),
                new TreeMap<>(model.operators()),
                model.parameters(),
                model.signatures().stream()
                        .map(each -> new RunDocument.SignaturePart(
                                each.domain(),
                                each.operator(),
                                each.opset(),
                                each.dtype().map(DType::wireName),
                                each.nodes(),
                                Optional.of(each.influencing())))
                        .toList());
    }

    private CostPart cost(Comparison cost) {
        return new CostPart(
                cost.baseline(),
                cost.own(),
                cost.ratio().value(),
                interval(cost.ratio()),
                cost.ratio().pairs(),
                AttemptWriter.list(cost.baselineSamples()),
                AttemptWriter.list(cost.ownSamples()),
                sizes(cost, cost.blocks().baseline()),
                sizes(cost, cost.blocks().own()),
                Reasons.of(cost.ratio()));
    }

    static ComparisonPart comparison(Comparison comparison) {
        return new ComparisonPart(
                comparison.baseline(),
                comparison.own(),
                comparison.ratio().value(),
                interval(comparison.ratio()),
                comparison.ratio().pairs(),
                AttemptWriter.list(comparison.baselineSamples()),
                AttemptWriter.list(comparison.ownSamples()),
                sizes(comparison, comparison.blocks().baseline()),
                sizes(comparison, comparison.blocks().own()),
                Reasons.of(comparison.ratio()));
    }

    private static Optional<List<Integer>> sizes(Comparison of, List<Samples> blocks) {
        return of.blocks().recorded() ? Optional.of(PairedBlocks.sizes(blocks)) : Optional.empty();
    }

    private static Optional<List<Double>> interval(Ratio ratio) {
        return ratio.ci95().map(interval -> List.of(interval.low(), interval.high()));
    }

    private SummaryPart summary() {
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        for (Verdict verdict : Verdict.values()) {
            verdicts.put(verdict, 0);
        }
        record.runs().forEach(run -> verdicts.merge(run.verdict(), 1, Integer::sum));
        Map<String, Double> phases = new LinkedHashMap<>();
        record.times().elapsed().forEach((phase, elapsed) -> phases.put(phase, AttemptWriter.millis(elapsed)));
        Map<Verdict, Integer> scenarios = new EnumMap<>(Verdict.class);
        record.scenarios().forEach(run -> scenarios.merge(run.verdict(), 1, Integer::sum));
        return new SummaryPart(
                verdicts, scenarios, AttemptWriter.millis(record.times().took()), phases);
    }
}
