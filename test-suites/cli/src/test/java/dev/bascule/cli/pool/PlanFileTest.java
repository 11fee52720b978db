package dev.bascule.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.json.Json;
import dev.bascule.prediction.pool.MemoryRoom;
import dev.bascule.prediction.pool.PoolDevice;
import dev.bascule.prediction.pool.PoolLimits;
import dev.bascule.prediction.pool.PoolMemory;
import dev.bascule.prediction.pool.PoolModel;
import dev.bascule.prediction.pool.PoolPlanner;
import dev.bascule.prediction.pool.PoolTask;
import dev.bascule.prediction.pool.PoolTime;
import dev.bascule.prediction.pool.ReplicaOption;
import dev.bascule.prediction.pool.RequestOverhead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan that was written and is read again, as it is and doctored. */
class PlanFileTest {
    private static final long MIB = 1L << 20;

    @TempDir
    Path folder;

    private static FoundPool pool(double millis, String machine, String sha256, long roomMib) {
        return new FoundPool(
                new PoolTask(
                        List.of(new PoolModel("a", 100)),
                        List.of(new PoolDevice("cpu", "2 logical processors", 2, Optional.empty())),
                        Optional.of(new MemoryRoom(roomMib * MIB, "told by the test")),
                        List.of(new ReplicaOption(
                                        "a",
                                        "native/onnxruntime-1.0.0/cpu-cpu",
                                        "cpu",
                                        1,
                                        new PoolTime.Measured(millis, millis, 2),
                                        new PoolMemory(100 * MIB, 0, true, "told by the test"))
                                .with(new RequestOverhead(2, 3))),
                        new PoolLimits(0.7, Optional.empty(), OptionalInt.empty())),
                "told by the test",
                Map.of(),
                List.of(),
                List.of(),
                new PoolOrigin(machine, Map.of("a", new PoolOrigin.Source("a.onnx", sha256)), OptionalLong.of(MIB)));
    }

    private static final FoundPool HERE = pool(4, "m", "s", 900);

    private PlanFile read(Consumer<ObjectNode> doctored) throws IOException {
        JsonNode document = Json.MAPPER.valueToTree(PlanDocument.of(HERE, PoolPlanner.plan(HERE.task())));
        doctored.accept((ObjectNode) document);
        return PlanFile.read(Files.writeString(folder.resolve("plan.json"), document.toString()));
    }

    private static ObjectNode placement(ObjectNode plan) {
        return (ObjectNode) plan.path("placements").path(0);
    }

    @Test
    void a_plan_is_read_as_it_was_written_and_keeps_its_limits_here() throws IOException {
        PlanFile file = read(plan -> {});

        assertThat(file.models()).containsExactly(new PlanFile.Model("a", "a.onnx", "s", 100));
        assertThat(file.memory()).hasValue(MIB);
        assertThat(file.isMeasured()).isTrue();
        HeldPlan.require(file, HERE);
        ServedPlan plan = HeldPlan.plan(file, HERE, false);
        assertThat(plan.evicts()).isFalse();
        assertThat(plan.plan().placements())
                .singleElement()
                .satisfies(each -> assertThat(each.option().overhead()).contains(new RequestOverhead(2, 3)));
    }

    @Test
    void what_no_plan_has_and_values_out_of_bounds_are_refused() {
        for (Consumer<ObjectNode> doctored : List.<Consumer<ObjectNode>>of(
                plan -> plan.put("command", "rm"),
                plan -> placement(plan).put("path", "/etc"),
                plan -> placement(plan).put("replicas", 0),
                plan -> placement(plan).put("replicas", 100_000),
                plan -> placement(plan).put("replicas", 1.5),
                plan -> plan.put("outcome", "infeasible"),
                plan -> plan.put("schemaVersion", 2),
                plan -> plan.putArray("placements"),
                plan -> ((ObjectNode) plan.path("limits")).put("load", 7),
                plan -> ((ObjectNode) plan.path("models").path(0)).put("ratePerSecond", -1))) {
            assertThatThrownBy(() -> read(doctored))
                    .isInstanceOf(BasculeException.class)
                    .hasMessageContaining("is no plan that can be served");
        }
    }

    @Test
    void a_plan_for_another_model_or_machine_or_a_slower_one_is_refused() throws IOException {
        PlanFile file = read(plan -> {});

        assertThatThrownBy(() -> HeldPlan.require(file, pool(4, "m", "other", 900)))
                .hasMessageContaining("a.onnx is another model");
        assertThatThrownBy(() -> HeldPlan.require(file, pool(4, "other", "s", 900)))
                .hasMessageContaining("another machine");
        assertThatThrownBy(() -> HeldPlan.plan(file, pool(40, "m", "s", 900), false))
                .hasMessageContaining("breaks its limits");
    }

    @Test
    void a_time_made_small_by_hand_is_not_believed() throws IOException {
        PlanFile small = read(plan ->
                ((ObjectNode) placement(plan).path("measured")).put("ms", 0.001).put("slowMs", 0.001));

        assertThatThrownBy(() -> HeldPlan.plan(small, pool(8, "m", "s", 900), false))
                .hasMessageContaining("is busy for 1");
    }

    @Test
    void what_requests_take_beside_computing_is_not_believed_of_a_file() throws IOException {
        PlanFile small = read(plan -> ((ObjectNode) placement(plan).path("measured"))
                .put("overheadMs", 0.0)
                .put("overheadProcessorMs", 0.0));

        assertThat(small.isMeasured()).isTrue();
        // As long as nobody measured it here nothing is known of it; what is measured then counts.
        assertThat(overheads(HeldPlan.plan(small, unmeasured(), false))).isEmpty();
        assertThat(overheads(HeldPlan.plan(small, HERE, false))).containsExactly(new RequestOverhead(2, 3));
        FoundPool slow = HERE.with(HERE.task().with(option -> option.with(new RequestOverhead(40, 3))));
        assertThatThrownBy(() -> HeldPlan.plan(small, slow, false)).hasMessageContaining("breaks its limits");
    }

    @Test
    void a_plan_of_too_few_replicas_is_refused() throws IOException {
        PlanFile fewer = read(plan -> placement(plan).put("replicas", 1));

        // 4 ms and 2 beside it at 100 a second keep one replica busy for 60 % of its time: that is within the limit.
        assertThat(HeldPlan.plan(fewer, HERE, false).plan().replicas()).isEqualTo(1);
        assertThatThrownBy(() -> HeldPlan.plan(fewer, pool(8, "m", "s", 900), false))
                .hasMessageContaining("is busy for 1");
    }

    private static FoundPool unmeasured() {
        return HERE.with(HERE.task()
                .with(option -> new ReplicaOption(
                        option.model(),
                        option.target(),
                        option.device(),
                        option.width(),
                        option.time(),
                        option.memory())));
    }

    private static List<RequestOverhead> overheads(ServedPlan plan) {
        return plan.plan().placements().stream()
                .flatMap(each -> each.option().overhead().stream())
                .toList();
    }

    @Test
    void memory_that_is_short_now_makes_replicas_come_and_go() throws IOException {
        PlanFile file = read(plan -> {});

        assertThat(HeldPlan.plan(file, pool(4, "m", "s", 50), false).evicts()).isTrue();
    }
}
