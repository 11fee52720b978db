package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Conditions;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.TimingPlan;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.matrix.NumberedAttempt;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Timed attempts of whole runs. Stateless. */
final class MemoryAttempts {
    private MemoryAttempts() {}

    static Stream<TimedAttempt> of(RunRecord run) {
        return run.runs().stream()
                .filter(each -> each.chain().isStrict() && !each.model().task().equals(ModelInfo.CONFORMANCE))
                .flatMap(each -> NumberedAttempt.allOf(each).stream()
                        .filter(made -> !measured(made.attempt()).isEmpty()
                                || made.attempt().outcome() != Outcome.SUCCEEDED)
                        .map(made -> of(run, each, made)));
    }

    private static Samples measured(Attempt attempt) {
        return attempt.measured().timing().map(Timing::measured).orElse(Samples.NONE);
    }

    private static TimedAttempt of(RunRecord run, CaseRun each, NumberedAttempt made) {
        Attempt attempt = made.attempt();
        Evidence evidence = attempt.evidence();
        ModelInfo model = each.model();
        Optional<TimingPlan> plan = each.conditions().flatMap(Conditions::plan);
        return new TimedAttempt(
                new TimedAttempt.Origin(
                        run.id(),
                        attempt.span().startedAt(),
                        run.machine().fingerprint(),
                        run.provenance().origins().contains(RunOrigin.IMPORTED)),
                TimedAttempt.Subject.of(
                        model.name(),
                        model.sha256(),
                        model.family(),
                        model.task(),
                        each.conditions().map(known -> known.inputs().shapes()).orElse(""),
                        each.caseId().settings()),
                attempt.target(),
                plan.map(known -> OptionalInt.of(known.threads())).orElse(OptionalInt.empty()),
                made.retry(),
                attempt.outcome(),
                attempt.numerics().map(Numerics::ok),
                new TimedAttempt.Place(
                        evidence.proof(),
                        evidence.where().proven(),
                        evidence.totalNodes() == 0
                                ? OptionalDouble.empty()
                                : OptionalDouble.of((double) evidence.nodesOnRequested() / evidence.totalNodes())),
                new TimedAttempt.Costs(
                        measured(attempt),
                        attempt.measured().phases().create(),
                        attempt.measured().phases().first(),
                        attempt.measured()
                                .memory()
                                .map(memory -> new TimedAttempt.Peak(memory.peakBytes(), memory.source()))));
    }

    static List<TimedAttempt> of(Stream<RunRecord> runs) {
        return runs.flatMap(MemoryAttempts::of).toList();
    }
}
