package dev.bascule.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.cli.DocumentSchema;
import dev.bascule.fallback.json.Json;
import dev.bascule.prediction.pool.MemoryRoom;
import dev.bascule.prediction.pool.PoolDevice;
import dev.bascule.prediction.pool.PoolLimits;
import dev.bascule.prediction.pool.PoolMemory;
import dev.bascule.prediction.pool.PoolModel;
import dev.bascule.prediction.pool.PoolPlanner;
import dev.bascule.prediction.pool.PoolResult;
import dev.bascule.prediction.pool.PoolTask;
import dev.bascule.prediction.pool.PoolTime;
import dev.bascule.prediction.pool.ReplicaOption;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A machine of two GPUs, made up. */
class PlanOutputTest {
    private static final long MIB = 1L << 20;
    private static final PoolTime MEASURED = new PoolTime.Measured(4, 5, 2);
    private static final PoolTime PREDICTED = new PoolTime.Predicted(100, 140, 0.9, "L1, new architecture");

    private static FoundPool pool(double rate, Optional<Duration> deadline) {
        return new FoundPool(
                new PoolTask(
                        List.of(new PoolModel("a", rate), new PoolModel("b", 1)),
                        List.of(new PoolDevice("cpu", "8 logical processors", 8, Optional.empty()), gpu(0), gpu(1)),
                        Optional.of(new MemoryRoom(900 * MIB, "told by the test")),
                        List.of(
                                on("a", "cuda", "gpu:0", MEASURED, true),
                                on("a", "cuda", "gpu:1", MEASURED, true),
                                on("a", "cpu", "cpu", PREDICTED, false),
                                on("b", "cpu", "cpu", PREDICTED, true)),
                        new PoolLimits(0.7, deadline, OptionalInt.empty())),
                "told by the test",
                Map.of("cuda", "CUDA"),
                List.of(new FoundPool.LeftOut("b", "cuda", "no process's growth was measured")),
                List.of(),
                PoolOrigin.NONE);
    }

    private static PoolDevice gpu(int index) {
        return new PoolDevice("gpu:" + index, "GPU", 1, Optional.of(new MemoryRoom(100 * MIB, "told by the test")));
    }

    private static ReplicaOption on(String model, String target, String device, PoolTime time, boolean measured) {
        return new ReplicaOption(
                model,
                target,
                device,
                1,
                time,
                new PoolMemory(100 * MIB, device.equals("cpu") ? 0 : 40 * MIB, measured, "told by the test"));
    }

    private static JsonNode document(FoundPool pool) {
        return Json.MAPPER.valueToTree(PlanDocument.of(pool, PoolPlanner.plan(pool.task())));
    }

    @Test
    void the_table_names_devices_by_index_and_keeps_measured_and_predicted_apart() {
        FoundPool pool = pool(250, Optional.empty());

        String text = PlanText.of(pool, PoolPlanner.plan(pool.task()));

        assertThat(text.lines().filter(line -> line.startsWith("a ")).toList())
                .anySatisfy(line -> assertThat(line).contains("gpu:0", "4.00 ms", "100 MiB + ≥ 40.0 MiB there"))
                .anySatisfy(line -> assertThat(line).contains("gpu:1"));
        assertThat(text.lines().filter(line -> line.startsWith("b ")))
                .singleElement()
                .asString()
                .contains("140 ms", "time predicted, memory measured");
        assertThat(text)
                .contains("b on CUDA: no process's growth was measured")
                .contains("b is on cpu: no other place keeps the limits");
    }

    @Test
    void what_stands_in_the_way_is_named_with_how_much() {
        FoundPool pool = pool(1, Optional.of(Duration.ofMillis(50)));

        String text = PlanText.of(pool, PoolPlanner.plan(pool.task()));

        assertThat(text)
                .contains("no plan keeps all limits")
                .contains("there would be a plan with --deadline 140ms")
                .contains("a, b on cpu: takes up to 140 ms, the deadline is 50.0 ms");
    }

    @Test
    void the_documents_are_as_the_schema_says_and_a_doctored_one_is_not() throws IOException {
        JsonNode planned = document(pool(250, Optional.empty()));

        DocumentSchema.POOL_PLAN.validate(planned);
        DocumentSchema.POOL_PLAN.validate(document(pool(1, Optional.of(Duration.ofMillis(50)))));
        DocumentSchema.POOL_PLAN.validate(document(pool(5000, Optional.empty())));
        assertThat(planned.path("placements").findValuesAsText("device")).contains("gpu:0", "gpu:1");
        ((ObjectNode) planned.path("placements").path(0)).put("replicas", 0);
        assertThat(DocumentSchema.POOL_PLAN.complaints(planned)).isNotEmpty();
    }

    @Test
    void a_time_that_data_tell_is_called_told_and_not_measured() {
        PoolTask task = pool(1, Optional.empty()).task();
        FoundPool told = pool(1, Optional.empty())
                .with(new PoolTask(
                        task.models(),
                        task.devices(),
                        task.host(),
                        List.of(
                                on("a", "cpu", "cpu", new PoolTime.Told(7, 8, 2), true),
                                on("b", "cpu", "cpu", MEASURED, true)),
                        task.limits()));

        assertThat(PlanText.of(told, PoolPlanner.plan(told.task())).lines().filter(line -> line.startsWith("a ")))
                .singleElement()
                .asString()
                .contains("-         7.00 ms told", "time told by data, memory measured");
        JsonNode placement = document(told).path("placements").path(0);
        assertThat(placement.path("measured").path("ms").isNull()).isTrue();
        assertThat(placement.path("told").path("ms").asDouble()).isEqualTo(7);
    }

    @Test
    void a_search_that_came_to_no_end_is_not_told_as_impossible() throws IOException {
        FoundPool pool = pool(1, Optional.empty());
        PoolResult.Infeasible open = new PoolResult.Infeasible(List.of(), OptionalDouble.empty(), false);

        assertThat(PlanText.of(pool, new PoolResult.Undecided()))
                .contains("no plan was found, and none was ruled out")
                .doesNotContain("no plan keeps all limits");
        JsonNode undecided = Json.MAPPER.valueToTree(PlanDocument.of(pool, new PoolResult.Undecided()));
        DocumentSchema.POOL_PLAN.validate(undecided);
        assertThat(undecided.path("outcome").asText()).isEqualTo("unknown");
        assertThat(undecided.path("undecided").asBoolean()).isTrue();
        assertThat(PlanText.of(pool, open))
                .contains("was not found in time", "another one as well")
                .doesNotContain("no limit alone");
        DocumentSchema.POOL_PLAN.validate(Json.MAPPER.valueToTree(PlanDocument.of(pool, open)));
    }
}
