package dev.bascule.suites.expectations;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Attempts;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Span;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Selection;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.target.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Cells as a run might give them; nothing here was run. */
final class Cells {
    static final Machine LINUX =
            new Machine("f00d", "Linux 6.1 amd64", new Machine.Cpu("Test CPU", 2, List.of()), 1L << 33, List.of());
    private static final Instant NOW = Instant.parse("2026-11-21T09:36:56Z");

    private Cells() {}

    static CaseRun cell(String name, Verdict verdict) {
        return cell(name, Backends.WEBNN, verdict, "in phase 'run': it went wrong\nand more");
    }

    static CaseRun cell(String name, Browser browser, Verdict verdict) {
        return cell(name, Backends.WEBNN, Optional.of(browser), verdict, "wrong");
    }

    static CaseRun cell(String name, Backend backend, Verdict verdict, String message) {
        return cell(
                name,
                backend,
                backend.side() == Side.BROWSER
                        ? Optional.of(new Browser("Chrome Headless Shell", "153.0.7112.4", "playwright", List.of()))
                        : Optional.empty(),
                verdict,
                message);
    }

    private static CaseRun cell(
            String name, Backend backend, Optional<Browser> browser, Verdict verdict, String message) {
        Target target = new Target(
                backend,
                browser,
                new Engine(browser.isPresent() ? "onnxruntime-web" : "onnxruntime", "1.29.0", Optional.empty()),
                backend.accelerator(),
                Optional.empty(),
                Map.of());
        return Attempts.comingTo(
                verdict,
                new CaseRun(
                        CaseId.of("node", "onnx", name, Map.of()),
                        new ModelInfo(
                                name,
                                "ab".repeat(32),
                                9,
                                Family.OTHER,
                                "unknown",
                                Map.of("ai.onnx", 17L),
                                Map.of("Add", 1),
                                0),
                        Chain.of(backend),
                        List.of(attempt(target, verdict, message)),
                        Optional.empty(),
                        "bascule conformance"));
    }

    private static Attempt attempt(Target target, Verdict verdict, String message) {
        if (!verdict.isRight()) {
            return Attempt.notStarted(
                    target, Outcome.FAILED, Failure.of(ErrorCode.EXECUTION_FAILED, message), NOW, Duration.ofMillis(1));
        }
        return new Attempt(
                target,
                Outcome.SUCCEEDED,
                Optional.empty(),
                Evidence.none(target.backend().id()),
                Attempt.Measured.NONE,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                new Span(NOW, Duration.ofMillis(1)));
    }

    /** A run of every case there is. */
    static RunRecord whole(CaseRun... cells) {
        return record(List.of(), cells);
    }

    /** A run of the cases that a filter let through. */
    static RunRecord filtered(CaseRun... cells) {
        return record(List.of("test_a*"), cells);
    }

    private static RunRecord record(List<String> filters, CaseRun... cells) {
        return new RunRecord(
                new Invocation("run", "node", "1".repeat(64), 42, "bascule conformance node"),
                new RunRecord.Times(NOW, NOW.plusSeconds(1), Map.of()),
                LINUX,
                new RunRecord.Extent(
                        Optional.of(
                                new Selection(9, "2".repeat(64), filters, Optional.empty(), Optional.empty(), false)),
                        false,
                        List.of()),
                List.of(cells),
                List.of());
    }
}
