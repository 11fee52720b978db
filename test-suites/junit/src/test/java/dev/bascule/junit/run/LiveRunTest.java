package dev.bascule.junit.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.app.environment.LocalRunEnvironments;
import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.execution.attempt.NoiseMeter;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.junit.SumModel;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import dev.bascule.suites.suite.SuiteReader;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run beside the tests that wait for it. */
@Tag("native")
@Timeout(300)
class LiveRunTest {
    @TempDir
    Path folder;

    private final CountDownLatch second = new CountDownLatch(1);
    private final AtomicInteger attempts = new AtomicInteger();

    private SuitePlan plan(Path suite) throws IOException {
        ParameterSettings settings = ParameterSettings.ofProcess()
                .with("minIterations", "2")
                .with("minDuration", "1ms")
                .with("warmUpLimit", "1ms")
                .with("retries", "0")
                .with("browsers", "none")
                .with("store", folder.resolve("history.duckdb").toString())
                .with("out", folder.resolve("out").toString());
        return SuitePlan.of(SuiteReader.read(suite), SuiteOverrides.NONE, settings);
    }

    private SuitePlan plan() throws IOException {
        SumModel.right(folder.resolve("one"));
        SumModel.right(folder.resolve("two"));
        SumModel.right(folder.resolve("three"));
        Path suite = Files.writeString(
                folder.resolve("sums.yaml"),
                "name: sums\nmodels:\n  - model: one\n  - model: two\n  - model: three\ntargets: [cpu]\nchains: []\n");
        return plan(suite);
    }

    /** A real run environment, on which the second attempt does not get on until it is interrupted. */
    private SuiteRunner runner() {
        return new SuiteRunner(
                (request, times, listener) ->
                        stuck(LocalRunEnvironments.ofThisMachine().open(request, times, listener)),
                CacheFolder.ofProcess(),
                Clock.systemUTC());
    }

    private RunEnvironment stuck(RunEnvironment real) {
        NoiseMeter meter = () -> {
            if (attempts.incrementAndGet() == 2) {
                second.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            }
            return Optional::empty;
        };
        return (RunEnvironment) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RunEnvironment.class}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("noise") ? meter : method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void what_a_batch_that_no_input_follows_came_to_is_told_to_the_case_that_asked_for_it() throws Exception {
        SumModel.right(folder.resolve("right"));
        SumModel.wrong(folder.resolve("wrong"));
        SuitePlan plan = plan(Files.writeString(
                folder.resolve("batch.yaml"),
                "name: batch\nmodels:\n  - model: right\n  - model: wrong\ntargets: [cpu]\nchains: []\n"
                        + "settings:\n  batch: 8\n"));
        Chain cpu = Chain.of(Backends.NATIVE_CPU);

        try (LiveRun run = new LiveRun(plan, "JUnit batch", SuiteRunner::ofThisMachine)) {
            assertThat(plan.cases().get(0).id().settings()).containsEntry("batch", "8");
            assertThat(run.await(plan.cases().get(0).id(), cpu))
                    .singleElement()
                    .isInstanceOf(CellTestResult.Passed.class);
            assertThat(run.await(plan.cases().get(1).id(), cpu))
                    .singleElement()
                    .isInstanceOf(CellTestResult.Failed.class);
        }
    }

    @Test
    void a_run_that_is_stopped_keeps_what_it_measured_and_says_so_of_the_rest() throws Exception {
        SuitePlan plan = plan();
        Chain cpu = Chain.of(Backends.NATIVE_CPU);
        LiveRun run = new LiveRun(plan, "JUnit sums", this::runner);

        assertThat(run.await(plan.cases().get(0).id(), cpu)).singleElement().isInstanceOf(CellTestResult.Passed.class);
        second.await();
        run.close();

        assertThatThrownBy(() -> run.await(plan.cases().get(2).id(), cpu))
                .isInstanceOfSatisfying(
                        BasculeException.class,
                        error -> assertThat(error.code()).isEqualTo(ErrorCode.RUN_INTERRUPTED))
                .hasMessage("stopped after 2 cells");
        try (History history = DuckDbHistory.open(folder.resolve("history.duckdb"))) {
            RunRecord record = history.latest(RunFilter.ALL).orElseThrow();
            assertThat(record.extent().interrupted()).isTrue();
            assertThat(record.runs()).hasSize(2);
            assertThat(RunDocuments.read(
                                    folder.resolve("out").resolve(record.id()).resolve("run.json"))
                            .runs())
                    .hasSize(2);
        }
    }
}
