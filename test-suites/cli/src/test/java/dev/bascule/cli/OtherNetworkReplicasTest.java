package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A replica behind a link that is not this machine's loopback: it goes down while they train, and comes back. */
@Tag("native")
@Tag("full")
@Timeout(600)
class OtherNetworkReplicasTest {
    @TempDir
    private Path folder;

    @Test
    void a_link_that_is_down_for_seconds_costs_rounds_and_not_the_run() throws Exception {
        OtherNetwork.refuses().ifPresent(Assumptions::abort);
        try (OtherNetwork network = OtherNetwork.open();
                PoolProcesses pool = new PoolProcesses(folder)) {
            pool.coordinatorAt(network.near(), "far", "near");
            pool.replicaWorker("far", network.inside());
            pool.replicaWorker("near");
            pool.named("far").says("joined ");
            pool.named("near").says("joined ");
            PoolProcesses.Started run = pool.start(
                    "run",
                    List.of(),
                    "distributed",
                    "replicas",
                    "mlp",
                    "--replicas",
                    "pool:cpu,pool:cpu",
                    "--on",
                    "@tokens/me",
                    "--batch",
                    "12",
                    "--steps",
                    "250",
                    "--exact-steps",
                    "3",
                    "--patience",
                    "500ms",
                    "--browsers",
                    "none",
                    "--json");
            run.says("250 rounds of 6+6 samples");
            network.plug(false);
            Thread.sleep(3_000);
            network.plug(true);

            assertThat(run.end()).as(run.said()).isZero();
            JsonNode document = Json.MAPPER.readTree(run.printed());
            assertThat(document.path("invariants"))
                    .noneMatch(finding -> finding.path("holds").isBoolean()
                            && !finding.path("holds").asBoolean());
            assertThat(document.path("replicas").findValuesAsText("elsewhere"))
                    .anyMatch(worker -> worker.startsWith("far-"));
            assertThat(document.path("rounds").findValuesAsText("fate"))
                    .as("while the link was down its part came late, and it was never lost")
                    .contains("LATE")
                    .doesNotContain("LOST", "OUT");
            List<JsonNode> rounds = StreamSupport.stream(document.path("rounds").spliterator(), false)
                    .toList();
            // On a busy machine either may be late again, once.
            assertThat(rounds.subList(200, 250))
                    .as("it came back")
                    .anyMatch(round -> round.findValuesAsText("fate").equals(List.of("TAKEN", "TAKEN")));
            assertThat(pool.named("far").said())
                    .contains("on cpu begins", "on cpu ends after ", ": whoever trains ended it");
        }
    }
}
