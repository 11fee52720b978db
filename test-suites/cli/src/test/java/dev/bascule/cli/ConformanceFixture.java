package dev.bascule.cli;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.reports.history.InMemoryHistory;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** The command with played cases on played columns. */
abstract class ConformanceFixture {
    @TempDir
    Path folder;

    final FakeServices services = new FakeServices();
    final FakeConformanceService conformance = services.conformance;

    CliHarness.Result run(String... more) {
        // Every harness begins with the same run id.
        services.inMemory = new InMemoryHistory();
        String[] arguments =
                Stream.concat(Stream.of("conformance", "node"), Stream.of(more)).toArray(String[]::new);
        return new CliHarness(folder, services).run(arguments);
    }

    CliHarness.Result onWasm(String... more) {
        return run(
                Stream.concat(Stream.of("--backends", "wasm"), Stream.of(more)).toArray(String[]::new));
    }

    void comesOut(Verdict verdict, String... names) {
        conformance.verdict = (id, backend) -> List.of(names).contains(id.name()) ? verdict : Verdict.PASS;
    }
}
