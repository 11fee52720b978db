package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bascule.execution.machine.MachineLease;
import dev.bascule.execution.machine.MachineLock;
import dev.bascule.execution.machine.MachineUse;
import dev.bascule.execution.machine.WhenBusy;
import dev.bascule.fallback.testing.TestJvm;
import dev.bascule.reports.history.DuckDbHistory;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.RunFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who has to wait for the machine holds no history meanwhile, with real processes. */
@Timeout(300)
class StoreTurnTest {
    @TempDir
    private Path folder;

    private final FakeServices services = new FakeServices();
    private final List<Process> children = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        for (Process child : children) {
            child.destroyForcibly().waitFor();
        }
    }

    private CompletableFuture<CliHarness.Result> begun(String... arguments) {
        return begun(harness(), arguments);
    }

    private CliHarness harness() {
        services.historyInFile = true;
        services.machine = MachineLock.in(folder.resolve("lock"), Clock.systemUTC());
        return new CliHarness(folder, services);
    }

    /** On a thread of its own: the common pool has as many as the machine has processors, and those here wait. */
    private static CompletableFuture<CliHarness.Result> begun(CliHarness harness, String... arguments) {
        return CompletableFuture.supplyAsync(() -> harness.run(arguments), task -> new Thread(task).start());
    }

    /** A process that says in one line that it holds what it is to hold. */
    private Process holder(Class<?> main, Path... arguments) throws IOException {
        Process child = started(main, arguments);
        assertThat(child.inputReader().readLine()).isEqualTo("held");
        return child;
    }

    private Process started(Class<?> main, Path... arguments) throws IOException {
        List<String> command = new ArrayList<>(TestJvm.line(main.getName()));
        for (Path argument : arguments) {
            command.add(argument.toString());
        }
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        children.add(child);
        return child;
    }

    private boolean isOpenToOthers(Path store) throws Exception {
        Process reader = started(StoreHolder.class, store);
        String said = reader.inputReader().readLine();
        reader.destroyForcibly().waitFor();
        return "held".equals(said);
    }

    @Test
    void a_run_waits_for_another_with_the_same_history_and_then_has_both() throws Exception {
        Path store = folder.resolve("history.duckdb");
        Process first = holder(MeasuringProcess.class, folder.resolve("lock"), store);
        CliHarness harness = harness();
        CompletableFuture<CliHarness.Result> second = begun(harness, "run", "bert-micro", "--store", store.toString());
        await().until(() -> harness.saidSoFar().contains("waiting:"));
        // Opening the history takes less: before, it failed here, unheard until the end of the wait.
        Thread.sleep(1000);
        assertThat(second).isNotDone();
        assertThat(services.runs.cells()).isZero();
        first.getOutputStream().close();

        CliHarness.Result result = second.join();
        assertThat(result.err()).contains("waiting: pid " + first.pid()).contains("bascule run first");
        assertThat(result.exit()).as(result.err()).isZero();
        try (History history = DuckDbHistory.open(store)) {
            assertThat(history.runs(RunFilter.ALL)).hasSize(1);
        }
    }

    @Tag("full")
    @Test
    void a_history_of_its_own_is_open_to_others_while_a_run_waits() throws Exception {
        Path store = folder.resolve("own.duckdb");
        Process first = holder(MeasuringProcess.class, folder.resolve("lock"), folder.resolve("history.duckdb"));
        Path other = folder.resolve("other.duckdb");
        CompletableFuture<CliHarness.Result> second = begun("conformance", "cases", "--store", other.toString());
        CompletableFuture<CliHarness.Result> third = begun("run", "bert-micro", "--store", store.toString());
        await().until(() -> Files.exists(store) && Files.exists(other));
        // Each looks at its own for a moment first.
        await().atMost(Duration.ofSeconds(120)).until(() -> isOpenToOthers(store) && isOpenToOthers(other));
        assertThat(second).isNotDone();
        assertThat(third).isNotDone();
        first.getOutputStream().close();
        assertThat(third.join().exit()).as(third.join().err()).isZero();
        second.join();
    }

    /** In {@code mvn verify} a baseline is told before a wait, and {@link BadInputTest} has a history that another process holds. */
    @Tag("full")
    @Test
    void a_history_held_by_one_who_does_not_measure_is_told_before_any_wait() throws Exception {
        Path store = folder.resolve("served.duckdb");
        holder(MeasuringProcess.class, folder.resolve("lock"), folder.resolve("history.duckdb"));
        Process serving = holder(StoreHolder.class, store);

        CliHarness.Result result =
                begun("run", "bert-micro", "--store", store.toString()).join();
        assertThat(result.exit()).isEqualTo(5);
        assertThat(result.err())
                .contains("error[STORE_LOCKED]")
                .contains("PID " + serving.pid())
                .doesNotContain("waiting:");
        assertThat(services.runs.cells()).isZero();
    }

    @Test
    void a_wrong_baseline_is_told_before_any_wait() throws Exception {
        holder(MeasuringProcess.class, folder.resolve("lock"), folder.resolve("history.duckdb"));

        CliHarness.Result result = begun(
                        "run",
                        "bert-micro",
                        "--store",
                        folder.resolve("own.duckdb").toString(),
                        "--baseline",
                        "20200101")
                .join();
        assertThat(result.exit()).isNotZero();
        assertThat(result.err()).contains("20200101").doesNotContain("waiting:");
    }

    @Test
    void the_turn_ends_with_the_command() {
        assertThat(begun("run", "bert-micro", "--strict").join().exit()).isZero();
        try (MachineLease alone = services.machine.take(MachineUse.TIMED, WhenBusy.FAIL, "this test", text -> {})) {
            assertThat(alone.others()).isEmpty();
        }
    }
}
