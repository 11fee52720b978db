package dev.bascule.models.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.app.environment.LocalRunEnvironments;
import dev.bascule.app.environment.RunEnvironmentFactory;
import dev.bascule.app.environment.SharedRunEnvironments;
import dev.bascule.app.local.LocalRunService;
import dev.bascule.bridge.discovery.BrowserDiscovery;
import dev.bascule.execution.machine.WhenBusy;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.fallback.run.Invocation;
import dev.bascule.fallback.run.ModelSupply;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.models.hub.FakeHub;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run gets ready beside itself, with real children, real files and a hub on this machine. */
@Tag("native")
class UntimedWorkTest {
    @TempDir
    Path folder;

    /** Looks at every thread again and again: how many workers live, and whether a cell is running meanwhile. */
    private static final class Watch implements RunListener, AutoCloseable {
        final AtomicInteger mostBefore = new AtomicInteger();
        final AtomicInteger mostWhileRunning = new AtomicInteger();
        final AtomicInteger looksWhileRunning = new AtomicInteger();
        private final AtomicBoolean running = new AtomicBoolean();
        private final AtomicBoolean over = new AtomicBoolean();
        private final Thread eye = new Thread(this::look, "watch");

        Watch() {
            eye.setDaemon(true);
            eye.start();
        }

        private void look() {
            while (!over.get()) {
                boolean before = running.get();
                int workers = (int) Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("bascule-worker"))
                        .count();
                if (before && running.get()) {
                    looksWhileRunning.incrementAndGet();
                    mostWhileRunning.accumulateAndGet(workers, Math::max);
                } else if (!before) {
                    mostBefore.accumulateAndGet(workers, Math::max);
                }
                // All the time would take a processor from those who are watched.
                LockSupport.parkNanos(1_000_000);
            }
        }

        @Override
        public void started(Cell cell) {
            running.set(true);
        }

        @Override
        public void finished(Cell cell, CaseRun run) {
            running.set(false);
        }

        @Override
        public void close() throws InterruptedException {
            over.set(true);
            eye.join();
        }
    }

    @Test
    void no_worker_is_alive_while_a_cell_runs() throws Exception {
        try (Watch watch = new Watch()) {
            RunRecord record = run(here(Map.of()), watch, 3, "bert-micro", "resnet-micro", "mobilenet-micro");

            assertThat(record.runs())
                    .hasSize(3)
                    .allSatisfy(run -> assertThat(run.verdict()).isEqualTo(Verdict.PASS));
            assertThat(record.models()).extracting(ModelSupply::reference).hasSize(3);
            assertThat(watch.mostBefore).as("the watch sees workers").hasPositiveValue();
            assertThat(watch.looksWhileRunning).hasPositiveValue();
            assertThat(watch.mostWhileRunning).hasValue(0);
        }
    }

    @Test
    void a_download_is_a_phase_of_its_own_once_and_then_the_cache_is_the_reason_for_none() throws Exception {
        try (FakeHub hub = new FakeHub();
                // How its children start is no part of it.
                SharedRunEnvironments environment = new SharedRunEnvironments(
                        here(Map.of("HF_ENDPOINT", hub.endpoint().toString())), Clock.systemUTC())) {
            hub.files.put("model.onnx", TinyOnnx.add());

            RunRecord first = run(environment, RunListener.silent(), 3, "hf:org/repo", "ds-cnn");
            RunRecord second = run(environment, RunListener.silent(), 3, "hf:org/repo");

            assertThat(first.models().get(0).download())
                    .hasValueSatisfying(took -> assertThat(took).isPositive());
            assertThat(first.models().get(1).reason()).contains("a built-in model, made on this machine");
            assertThat(first.times().elapsed()).containsKey("downloading models");
            assertThat(first.runs().get(0).decisive().measured().phases().fetch())
                    .as("the runner's own fetch is another thing")
                    .isNotEqualTo(first.models().get(0).download());
            assertThat(second.models().get(0).download()).isEmpty();
            assertThat(second.models().get(0).reason()).contains("it was in the cache");
            assertThat(second.times().elapsed()).doesNotContainKey("downloading models");

            String model = first.models().get(0).reference();
            Duration before = Duration.ofSeconds(40);
            RunRecord chosen = run(environment, RunListener.silent(), 1, Map.of(model, before), model);
            assertThat(chosen.models().get(0).download())
                    .as("fetched for this very run, to see of what kind it is")
                    .hasValue(before);
            assertThat(chosen.times().elapsed()).containsEntry("downloading models", before);
            assertThat(chosen.times().took()).as("the run began with it").isGreaterThan(before);
        }
    }

    private LocalRunEnvironments here(Map<String, String> variables) {
        return new LocalRunEnvironments(BrowserDiscovery.ofThisMachine(), new CacheFolder(folder), variables);
    }

    private RunRecord run(RunEnvironmentFactory environment, RunListener listener, int workers, String... models) {
        return run(environment, listener, workers, Map.of(), models);
    }

    private RunRecord run(
            RunEnvironmentFactory environment,
            RunListener listener,
            int workers,
            Map<String, Duration> fetched,
            String... models) {
        RunSettings settings = RunSettings.DEFAULT
                .with(CaseKeys.MIN_ITERATIONS, 5)
                .with(CaseKeys.SOFTWARE_ITERATIONS, 5)
                .with(CaseKeys.MIN_DURATION, Duration.ZERO)
                .with(CaseKeys.WARM_UP_LIMIT, Duration.ZERO)
                .with(CaseKeys.MEASURE_LIMIT, Duration.ofSeconds(2));
        List<SuiteCase> cases = Stream.of(models)
                .map(model -> new SuiteCase(
                        CaseId.of("untimed", "model", CaseId.word(model), Map.of()),
                        new SuiteModel(model, CaseId.word(model), SuiteModel.Feed.NONE),
                        settings,
                        List.of(Chain.of(Backends.NATIVE_CPU)),
                        Comparisons.OFF))
                .toList();
        return new LocalRunService(environment, Clock.systemUTC())
                .run(
                        new RunRequest(
                                new Invocation("untimed", "untimed", "0".repeat(64), 1, "bascule run"),
                                cases,
                                BrowserSetup.of(new BrowserChoice.None()),
                                0,
                                WhenBusy.WAIT,
                                workers,
                                fetched),
                        RunTurn.free(),
                        listener);
    }
}
