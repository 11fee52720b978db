package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.PackRequest;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.runner.CaseScript;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedLauncher;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.Cases;
import dev.bascule.studies.conformance.ConformanceListener;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import dev.bascule.studies.conformance.cases.DataSet;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A column that does not fit into one pack. */
@Tag("slow")
class ConformancePartsTest {
    /** What the model and the inputs of one case take. */
    private static final long OWN = 1 + 8 + 8;

    private static final List<ConformanceCase> CASES = Cases.adding(List.of("a", "b", "c", "d", "e", "f", "g"));

    private static final CaseScript SCRIPT = CaseScript.right(Backends.NATIVE_CPU)
            .at("b", CaseScript.refusing("create", "Error", "no kernel"))
            .at("d", CaseScript.dying("SIGSEGV"))
            .at("g", CaseScript.hanging());

    private final ScriptedLauncher launcher = ScriptedLauncher.of(number -> ScriptedRunner.named("native-" + number)
            .on(Backends.NATIVE_CPU, Script.right(Backends.NATIVE_CPU))
            .packing(SCRIPT)
            .build());

    @Tag("full")
    @Test
    void each_case_comes_out_the_same_in_one_part_and_in_three_in_any_order() {
        Map<String, Verdict> whole = verdicts(run(CASES, Long.MAX_VALUE));
        assertThat(whole)
                .hasSize(CASES.size())
                .containsEntry("a", Verdict.PASS)
                .containsEntry("d", Verdict.CRASHED)
                .containsEntry("g", Verdict.TIMED_OUT);
        assertThat(packs()).isEqualTo(1);

        List<ConformanceCase> shuffled = new ArrayList<>(CASES);
        Collections.shuffle(shuffled, new Random(7));
        RunRecord parts = run(shuffled, 3 * OWN);

        assertThat(packs()).as("one more in one part, three in three").isEqualTo(1 + 3);
        assertThat(verdicts(parts)).isEqualTo(whole);
        assertThat(parts.runs())
                .extracting(CaseRun::caseId)
                .containsExactlyElementsOf(
                        shuffled.stream().map(ConformanceCase::id).toList());
    }

    /** The limit of a pack is lower here: {@code PackFilesTest} has one of 2 GiB, whose hash alone takes twenty seconds. */
    @Test
    void a_case_that_no_pack_holds_costs_no_other() {
        ByteBuffer large = ByteBuffer.allocate(2048);
        Value input = Value.of(Tensor.of(DType.UINT8, Shape.of(2048), large));
        ConformanceCase c = CASES.get(2);
        List<ConformanceCase> cases = new ArrayList<>(CASES);
        cases.set(
                2,
                new ConformanceCase(
                        c.id(),
                        c.source(),
                        c.model(),
                        new Program.Model(large),
                        List.of(new DataSet(Map.of("a", input), Map.of())),
                        c.tolerance()));
        RunRecord record = run(cases, 100 * OWN, 2048);

        assertThat(verdicts(record))
                .containsEntry("a", Verdict.PASS)
                .containsEntry("e", Verdict.PASS)
                .containsEntry("c", Verdict.FAILED);
        assertThat(record.runs().get(2).decisive().failure())
                .hasValueSatisfying(why -> assertThat(why.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY));
    }

    /** Different ones, of all runs so far. */
    private long packs() {
        return launcher.launched().stream()
                .flatMap(child -> child.runner().packs().stream())
                .map(PackRequest::pack)
                .distinct()
                .count();
    }

    private static Map<String, Verdict> verdicts(RunRecord record) {
        Map<String, Verdict> verdicts = new TreeMap<>();
        record.runs()
                .forEach(run -> assertThat(verdicts.put(run.caseId().name(), run.verdict()))
                        .isNull());
        return verdicts;
    }

    private RunRecord run(List<ConformanceCase> cases, long mostBytes) {
        return run(cases, mostBytes, Integer.MAX_VALUE);
    }

    private RunRecord run(List<ConformanceCase> cases, long mostBytes, long packHolds) {
        return new LocalConformanceService(
                        (setup, sides, times, listener) -> new NativeOnly(launcher, times, List.of()),
                        Clock.systemUTC(),
                        mostBytes,
                        packHolds)
                .run(
                        new ConformanceRequest(
                                new Invocation("run", "suite", "0".repeat(64), 1, "test"),
                                new ConformanceCases(cases, List.of()),
                                List.of("cpu"),
                                BrowserSetup.of(new BrowserChoice.None()),
                                1,
                                // One of them hangs for all of it.
                                Duration.ofSeconds(3)),
                        RunTurn.free(),
                        new ConformanceListener() {});
    }
}
