package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.history.InMemoryHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("red-team")
class MergedOriginsTest {
    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();
    private CliHarness harness = new CliHarness(Path.of(""), services);

    /** One for all, so that each run has an id of its own. */
    @BeforeEach
    void begin() {
        harness = new CliHarness(folder, services);
    }

    private void run(String... arguments) {
        services.inMemory = new InMemoryHistory();
        CliHarness.Result result = harness.run(arguments);
        assertThat(result.exit()).as(result.err()).isZero();
    }

    private Set<RunOrigin> merged(String out) {
        run("merge", "shard-1", "shard-2", "--out", out);
        return RunDocuments.read(folder.resolve(out + "/run.json")).provenance().origins();
    }

    @Test
    void a_run_that_is_merged_of_an_imported_one_is_imported_still() throws IOException {
        for (int part = 1; part <= 2; part++) {
            run("conformance", "node", "--backends", "cpu", "--shard", part + "/2", "--out", "shard-" + part);
        }
        assertThat(merged("own")).containsExactly(RunOrigin.MERGED);
        Path part = folder.resolve("shard-2/run.json");
        Files.writeString(part, RunDocuments.json(RunDocuments.read(part).as(RunOrigin.IMPORTED)));

        assertThat(merged("all")).containsExactlyInAnyOrder(RunOrigin.MERGED, RunOrigin.IMPORTED);
    }
}
