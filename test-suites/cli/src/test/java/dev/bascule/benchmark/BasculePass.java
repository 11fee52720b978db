package dev.bascule.benchmark;

import dev.bascule.app.local.LocalConformanceService;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.studies.conformance.ConformanceListener;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Conformance cases through Bascule, once.
 *
 * @param start until browsers and runners were up
 * @param elapsed from then to the last verdict: writing the pack, starting engines, running, repeating, judging
 * @param activities where the time went, by Bascule's own account
 * @param right cases whose values were right in every column, wherever they were computed: all that a naive page can see
 * @param verdicts how many of each, by column
 */
record BasculePass(
        Duration start,
        Duration elapsed,
        Map<String, Duration> activities,
        Set<CaseId> right,
        Map<String, Map<Verdict, Integer>> verdicts) {
    private static final int WORKERS = 3;
    private static final Duration CASE_LIMIT = Duration.ofSeconds(10);

    static BasculePass run(BrowserInstallation browser, List<Backend> backends, ConformanceCases cases, String name) {
        ConformanceRequest request = new ConformanceRequest(
                new Invocation("benchmark-" + name, "onnx-node", "", 42, ""),
                cases,
                backends.stream().map(Backend::id).toList(),
                BrowserSetup.of(new BrowserChoice.Auto(), Optional.of(browser.executable())),
                WORKERS,
                CASE_LIMIT);
        long begin = System.nanoTime();
        Stopwatch watch = new Stopwatch();
        RunRecord record =
                LocalConformanceService.ofThisMachine(Clock.systemUTC()).run(request, RunTurn.free(), watch);
        Set<CaseId> right = new HashSet<>();
        Set<CaseId> wrong = new HashSet<>();
        Map<String, Map<Verdict, Integer>> verdicts = new TreeMap<>();
        for (CaseRun run : record.runs()) {
            (hasRightValues(run) ? right : wrong).add(run.caseId());
            verdicts.computeIfAbsent(run.chain().toString(), column -> new TreeMap<>())
                    .merge(run.verdict(), 1, Integer::sum);
        }
        right.removeAll(wrong);
        return new BasculePass(
                Duration.ofNanos(watch.planned - begin),
                Duration.ofNanos(watch.last - watch.planned),
                record.times().elapsed(),
                right,
                verdicts);
    }

    private static boolean hasRightValues(CaseRun run) {
        List<Attempt> tries = run.retries().isEmpty() ? run.attempts() : run.retries();
        return tries.get(tries.size() - 1).numerics().filter(Numerics::ok).isPresent();
    }

    /** When everything was up, and when the last verdict came. */
    private static final class Stopwatch implements ConformanceListener {
        private long planned;
        private long last;

        @Override
        public void planned(int cells) {
            planned = System.nanoTime();
        }

        @Override
        public void finished(Cell cell, CaseRun run) {
            last = System.nanoTime();
        }
    }
}
