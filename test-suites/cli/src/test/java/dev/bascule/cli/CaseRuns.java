package dev.bascule.cli;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Attempts;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.numerics.Difference;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.suites.suite.SuiteCase;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Cells as a run might give them, with made-up figures. */
final class CaseRuns {
    private CaseRuns() {}

    /** A case by its id and model alone. */
    record Case(CaseId id, ModelInfo model) {}

    static CaseRun passed(Case wanted, Chain chain) {
        return run(wanted, chain, Verdict.PASS, succeeded(chain.first()), "bascule conformance");
    }

    static CaseRun failed(Case wanted, Chain chain) {
        return run(wanted, chain, Verdict.FAILED, failure(chain), "bascule conformance");
    }

    /** Right on the chain's first backend. */
    static CaseRun passed(SuiteCase wanted, Chain chain) {
        return run(wanted, chain, Verdict.PASS, succeeded(chain.first()));
    }

    /** Failed on the chain's first backend. */
    static CaseRun failed(SuiteCase wanted, Chain chain) {
        return run(wanted, chain, Verdict.FAILED, failure(chain));
    }

    /** Another answer than the reference's. */
    static CaseRun wrong(SuiteCase wanted, Chain chain) {
        return run(
                wanted,
                chain,
                Verdict.WRONG,
                Attempt.notStarted(
                        target(chain.first()),
                        Outcome.WRONG,
                        Failure.of(ErrorCode.EXECUTION_FAILED, "it is off"),
                        CliHarness.NOW,
                        Duration.ofMillis(5)));
    }

    /** Of the model that was asked for, as a pool holds workers to; told apart by name where its file is not known yet. */
    static CaseRun ofItsModel(SuiteCase wanted, CaseRun run) {
        ModelInfo info = run.model();
        return new CaseRun(
                run.caseId(),
                new ModelInfo(
                        info.name(),
                        wanted.model()
                                .sha256()
                                .orElseGet(() -> named(wanted.model().name())),
                        info.bytes(),
                        info.family(),
                        info.task(),
                        info.opsets(),
                        info.operators(),
                        info.parameters()),
                run.chain(),
                run.attempts(),
                run.fallbackCost(),
                run.reproduce());
    }

    private static String named(String model) {
        return Sha256.of(model.getBytes(StandardCharsets.UTF_8));
    }

    private static Attempt failure(Chain chain) {
        return Attempt.notStarted(
                target(chain.first()),
                Outcome.FAILED,
                Failure.of(ErrorCode.EXECUTION_FAILED, "in phase 'first': it went wrong"),
                CliHarness.NOW,
                Duration.ofMillis(5));
    }

    /** Not there. */
    static CaseRun unavailable(SuiteCase wanted, Chain chain) {
        return run(
                wanted,
                chain,
                Verdict.UNSUPPORTED,
                Attempt.notStarted(
                        target(chain.first()),
                        Outcome.UNAVAILABLE,
                        Failure.of(ErrorCode.BACKEND_UNAVAILABLE, "no such device"),
                        CliHarness.NOW,
                        Duration.ofMillis(1)));
    }

    /** A conformance cell. */
    static CaseRun conformance(ConformanceCase one, Chain chain, Verdict verdict, String message) {
        Target target = target(chain.first());
        Attempt attempt = verdict.isRight()
                ? new Attempt(
                        target,
                        Outcome.SUCCEEDED,
                        Optional.empty(),
                        Evidence.none(target.backend().id()),
                        Attempt.Measured.NONE,
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        new Span(CliHarness.NOW, Duration.ofMillis(500)))
                : Attempt.notStarted(
                        target,
                        outcome(verdict),
                        Failure.of(ErrorCode.EXECUTION_FAILED, message),
                        CliHarness.NOW,
                        Duration.ofMillis(500));
        return Attempts.comingTo(
                verdict,
                new CaseRun(
                        one.id(),
                        one.model(),
                        chain,
                        List.of(attempt),
                        Optional.empty(),
                        "bascule conformance " + one.source() + " --backends " + chain.first()));
    }

    /** A conformance cell of a backend that is not there. */
    static CaseRun unavailable(ConformanceCase one, Chain chain) {
        return new CaseRun(
                one.id(),
                one.model(),
                chain,
                List.of(Attempt.notStarted(
                        target(chain.first()),
                        Outcome.UNAVAILABLE,
                        Failure.of(ErrorCode.BACKEND_UNAVAILABLE, "there is no such device", "bring one"),
                        CliHarness.NOW,
                        Duration.ZERO)),
                Optional.empty(),
                "bascule conformance " + one.source() + " --backends " + chain.first());
    }

    private static Outcome outcome(Verdict verdict) {
        return java.util.Arrays.stream(Outcome.values())
                .filter(outcome -> outcome != Outcome.UNAVAILABLE && Verdict.of(outcome) == verdict)
                .findFirst()
                .orElse(Outcome.FAILED);
    }

    private static CaseRun run(SuiteCase wanted, Chain chain, Verdict verdict, Attempt attempt) {
        ModelInfo model = new ModelInfo(
                wanted.model().name(),
                "ab".repeat(32),
                1000,
                Family.VISION,
                "image-classification",
                Map.of("ai.onnx", 17L),
                Map.of("Conv", 2),
                500);
        return run(
                new Case(wanted.id(), model),
                chain,
                verdict,
                attempt,
                "bascule run " + wanted.model().reference() + " --backends " + chain.first());
    }

    private static CaseRun run(Case wanted, Chain chain, Verdict verdict, Attempt attempt, String reproduce) {
        return Attempts.comingTo(
                verdict,
                new CaseRun(wanted.id(), wanted.model(), chain, List.of(attempt), Optional.empty(), reproduce));
    }

    private static Attempt succeeded(Backend backend) {
        return new Attempt(
                target(backend),
                Outcome.SUCCEEDED,
                Optional.empty(),
                new Evidence(
                        ProofClass.PROVEN,
                        new Evidence.Where(backend.id(), Optional.of(backend.id()), Optional.of(backend.id())),
                        Map.of(backend.id(), 2),
                        OptionalInt.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        List.of(),
                        List.of()),
                new Attempt.Measured(
                        new Phases(
                                Optional.of(Duration.ofMillis(1)),
                                Optional.of(Duration.ofMillis(2)),
                                Optional.of(Duration.ofMillis(3)),
                                Optional.of(Duration.ofMillis(1))),
                        Optional.of(new Timing(
                                Samples.ofMillis(3, 2),
                                Samples.ofMillis(1, 1.1, 1.2, 1, 1, 1.1, 1.2, 1),
                                true,
                                Optional.empty())),
                        Optional.empty(),
                        Optional.empty()),
                Optional.of(new Numerics(
                        Numerics.Reference.NATIVE_CPU_UNOPTIMISED,
                        new Difference(10, 0, 1e-6, 1e-6, OptionalDouble.of(2), OptionalDouble.of(1), Optional.empty()),
                        new Tolerance(1e-4, "float32, 2 nodes"),
                        8)),
                Optional.empty(),
                List.of(),
                new Span(CliHarness.NOW, Duration.ofMillis(30)));
    }

    private static Target target(Backend backend) {
        boolean page = backend.side() == Side.BROWSER;
        return new Target(
                backend,
                page
                        ? Optional.of(new Browser("Chrome Headless Shell", "153.0.1.2", "playwright", List.of()))
                        : Optional.empty(),
                new dev.bascule.fallback.backend.Engine(
                        page ? "onnxruntime-web" : "onnxruntime", "1.29.0", Optional.empty()),
                backend.accelerator(),
                Optional.empty(),
                Map.of());
    }
}
