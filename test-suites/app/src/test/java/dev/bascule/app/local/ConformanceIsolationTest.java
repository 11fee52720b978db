package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.models.graph.Corpora;
import dev.bascule.studies.conformance.CaseReader;
import dev.bascule.studies.conformance.ConformanceListener;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What one case does costs no other: the same outcomes in any order, alone or in the crowd, beside a trap or a kill. */
@Tag("corpus")
@Tag("full")
class ConformanceIsolationTest {
    /** Each traps onnxruntime-web 1.29's WebNN provider; upstream may mend any of them. */
    private static final List<String> TRAPS = List.of(
            "test_averagepool_2d_dilations",
            "test_maxpool_2d_dilations",
            "test_convtranspose_pads",
            "test_center_crop_pad_crop_axes_hwc",
            "test_nllloss_NCd1_ii_expanded");

    private static final int EVERY = 40;
    /** Generous: a machine busy with other things must not make a case look slow. */
    private static final Duration CASE_LIMIT = Duration.ofSeconds(60);

    @Test
    @Tag("browser")
    void the_outcomes_are_the_same_in_any_order_and_alone_and_beside_a_trap() {
        List<ConformanceCase> all =
                CaseReader.read(List.of(Corpora.path("onnx-node"))).cases();
        List<ConformanceCase> sample = every(all, EVERY);
        Map<String, Verdict> inOrder = verdicts(run("webnn", sample, new ConformanceListener() {}));
        assertThat(inOrder).hasSize(sample.size()).containsValue(Verdict.PASS);

        List<ConformanceCase> disturbed = new ArrayList<>(sample);
        Collections.shuffle(disturbed, new Random(7));
        ConformanceCase trap = trap(all);
        disturbed.removeIf(testCase -> testCase.id().equals(trap.id()));
        disturbed.add(disturbed.size() / 2, trap);
        disturbed.add(disturbed.size() / 4, trap);
        Map<String, Verdict> shuffled = verdicts(run("webnn", disturbed, new ConformanceListener() {}));

        assertThat(shuffled)
                .containsEntry(trap.id().toString(), Verdict.CRASHED)
                .containsAllEntriesOf(inOrder);

        List<ConformanceCase> few = every(sample, sample.size() / 3);
        few.forEach(testCase -> assertThat(inOrder)
                .containsAllEntriesOf(verdicts(run("webnn", List.of(testCase), new ConformanceListener() {}))));
    }

    @Test
    @Tag("native")
    void a_child_killed_in_the_middle_costs_nothing_but_its_start() {
        List<ConformanceCase> sample =
                every(CaseReader.read(List.of(Corpora.path("onnx-node"))).cases(), EVERY);
        Map<String, Verdict> undisturbed = verdicts(run("cpu", sample, new ConformanceListener() {}));
        AtomicInteger finished = new AtomicInteger();
        AtomicInteger killed = new AtomicInteger();
        // Tools and tests beside this one have children too.
        Set<Long> before =
                ProcessHandle.current().descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
        Map<String, Verdict> disturbed = verdicts(run("cpu", sample, new ConformanceListener() {
            @Override
            public void finished(Cell cell, CaseRun run) {
                if (finished.incrementAndGet() == 10) {
                    ProcessHandle.current()
                            .descendants()
                            .filter(child -> !before.contains(child.pid()))
                            .filter(child ->
                                    child.info().commandLine().orElse("").contains("bascule")
                                            || child.info().command().orElse("").contains("java"))
                            .filter(ProcessHandle::destroyForcibly)
                            .forEach(child -> killed.incrementAndGet());
                }
            }
        }));

        assertThat(killed).as("else nothing was disturbed").hasPositiveValue();
        assertThat(disturbed).isEqualTo(undisturbed);
    }

    private static RunRecord run(String backend, List<ConformanceCase> cases, ConformanceListener listener) {
        BrowserChoice browsers = backend.equals("cpu") ? new BrowserChoice.None() : new BrowserChoice.Auto();
        return LocalConformanceService.ofThisMachine(Clock.systemUTC())
                .run(
                        new ConformanceRequest(
                                new Invocation("run", "onnx-node", "0".repeat(64), 1, "test"),
                                new ConformanceCases(cases, List.of()),
                                List.of(backend),
                                BrowserSetup.of(browsers),
                                3,
                                CASE_LIMIT),
                        RunTurn.free(),
                        listener);
    }

    private static Map<String, Verdict> verdicts(RunRecord record) {
        Map<String, Verdict> verdicts = new TreeMap<>();
        record.runs()
                .forEach(run ->
                        verdicts.merge(run.caseId().toString(), run.verdict(), (a, b) -> a.compareTo(b) > 0 ? a : b));
        return verdicts;
    }

    private static List<ConformanceCase> every(List<ConformanceCase> cases, int step) {
        List<ConformanceCase> some = new ArrayList<>();
        for (int i = 0; i < cases.size(); i += Math.max(1, step)) {
            some.add(cases.get(i));
        }
        return some;
    }

    /** The first of the known ones that still does when it runs by itself. */
    private static ConformanceCase trap(List<ConformanceCase> cases) {
        Optional<ConformanceCase> trap = TRAPS.stream()
                .flatMap(name ->
                        cases.stream().filter(testCase -> testCase.id().name().equals(name)))
                .filter(testCase -> verdicts(run("webnn", List.of(testCase), new ConformanceListener() {}))
                        .containsValue(Verdict.CRASHED))
                .findFirst();
        assumeTrue(trap.isPresent(), "none of the known traps crashes any more: " + TRAPS);
        return trap.orElseThrow();
    }
}
