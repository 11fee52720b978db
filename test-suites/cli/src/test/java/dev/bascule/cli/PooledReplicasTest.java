package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator, two workers and who trains, each a process; one worker is killed while they train. */
@Tag("native")
@Tag("full")
@Timeout(600)
class PooledReplicasTest {
    @TempDir
    private Path folder;

    private static List<JsonNode> all(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    private static Optional<Boolean> holds(JsonNode document, String invariant) {
        return all(document.path("invariants")).stream()
                .filter(finding -> finding.path("invariant").asText().equals(invariant))
                .filter(finding -> !finding.path("holds").isNull())
                .map(finding -> finding.path("holds").asBoolean())
                .findFirst();
    }

    @Test
    void the_share_of_a_worker_that_is_killed_is_taken_over_and_all_together_stay_exact() throws Exception {
        try (PoolProcesses pool = new PoolProcesses(folder)) {
            pool.coordinator("one", "two");
            pool.replicaWorker("one");
            pool.replicaWorker("two");
            pool.named("one").says("joined ");
            pool.named("two").says("joined ");
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
                    "20",
                    "--exact-steps",
                    "3",
                    "--patience",
                    "2s",
                    // An answer that does not come within twice this is given up, sooner than a worker is lost.
                    "--timeout",
                    "5s",
                    "--restarts",
                    "0",
                    "--browsers",
                    "none",
                    "--json");
            run.says("20 rounds of 6+6 samples");
            pool.kill("one");

            assertThat(run.end()).as("a replica was lost: %s", run.said()).isEqualTo(1);
            JsonNode document = Json.MAPPER.readTree(run.printed());
            DocumentSchema.REPLICAS.validate(document);
            assertThat(all(document.path("invariants")))
                    .noneMatch(finding -> finding.path("holds").isBoolean()
                            && !finding.path("holds").asBoolean());
            assertThat(holds(document, "GRADIENTS")).contains(true);
            assertThat(holds(document, "RESHARDED")).contains(true);
            List<JsonNode> rounds = all(document.path("rounds"));
            assertThat(rounds)
                    .filteredOn(round -> round.path("resharded").asBoolean())
                    .hasSizeGreaterThan(12);
            assertThat(rounds.get(19).path("samples").asInt()).isEqualTo(12);
            List<JsonNode> replicas = all(document.path("replicas"));
            assertThat(replicas)
                    .extracting(replica -> replica.path("elsewhere").asText().replaceAll("-.*", ""))
                    .containsExactlyInAnyOrder("one", "two");
            assertThat(replicas)
                    .filteredOn(replica -> replica.path("proof").asText().equals("REPORTED"))
                    .hasSize(1);
            JsonNode ending = document.path("ending");
            assertThat(holds(document, "ENDS_AS_ONE"))
                    .as("where one worker with the samples that came ends: %s", ending)
                    .contains(true);
            assertThat(ending.path("lackingSteps").asInt()).isPositive();
            assertThat(ending.path("undisturbed").asDouble())
                    .as("one that had the lost samples, too, ends elsewhere")
                    .isGreaterThan(ending.path("allowed").asDouble());
            int held = ending.at("/answers/of").asInt();
            assertThat(held).isPositive();
            assertThat(ending.at("/answers/other").asInt())
                    .as("a few samples of twenty batches were lost")
                    .isLessThan(held / 2);
        }
    }
}
