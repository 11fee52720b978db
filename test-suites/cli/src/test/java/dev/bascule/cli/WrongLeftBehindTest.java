package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Attempts;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.suites.suite.SuiteCase;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A chain that reaches right outputs over wrong ones. */
@Tag("red-team")
class WrongLeftBehindTest {
    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();

    private static CaseRun reaching(SuiteCase wanted, Chain chain, Outcome first) {
        CaseRun right = CaseRuns.passed(wanted, chain);
        List<Attempt> attempts = new ArrayList<>();
        attempts.add(Attempts.of(chain.first(), first));
        Backend last = chain.rungs().get(1);
        attempts.add(Attempts.succeeded(last, Map.of(last.id(), 3)));
        return new CaseRun(right.caseId(), right.model(), chain, attempts, right.fallbackCost(), right.reproduce());
    }

    private CliHarness.Result run(Outcome first) {
        services.runs.outcome = (wanted, chain) -> reaching(wanted, chain, first);
        return new CliHarness(folder, services)
                .run("run", "op:MatMul", "--backends", "none", "--chain", "webgpu->wasm");
    }

    @Test
    void wrong_outputs_that_a_chain_left_behind_are_told_in_the_cell_and_at_the_end() {
        CliHarness.Result result = run(Outcome.WRONG);

        assertThat(result.err())
                .contains("FELL_BACK → wasm after wrong outputs of webgpu")
                .contains("note: a cell of a chain is right only because outputs were checked")
                .contains("(wrong on webgpu)")
                .contains("--fall-back-on without 'wrong' fails here");
    }

    @Test
    void what_an_app_notices_itself_is_no_such_thing() {
        assertThat(run(Outcome.CRASHED).err()).contains("FELL_BACK → wasm").doesNotContain("wrong outputs", "note:");
    }
}
