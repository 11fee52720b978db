package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("attack")
class ReplicaOrderReaderTest {
    @TempDir
    Path folder;

    private ConformanceOrderReaderTest.OneBlob blobs =
            new ConformanceOrderReaderTest.OneBlob(Path.of(""), "", Path.of(""));

    @BeforeEach
    void blob() throws IOException {
        blobs = ConformanceOrderReaderTest.OneBlob.of(folder, "onnx/Add/a/model.onnx");
    }

    private ReplicaWork.Task read(String payload) {
        return new ReplicaOrderReader(
                        new OrderFiles(blobs),
                        BrowserSetup.of(new BrowserChoice.Auto()).withLauncher("selenium"),
                        () -> List.of("chromium", "firefox"))
                .read(payload);
    }

    private ObjectNode order() {
        ReplicaOrder order = new ReplicaOrder(
                ReplicaOrder.VERSION,
                new CasesOrder.Run(
                        "20261129-000000-0001", "replicas", "0".repeat(64), 42, "bascule distributed replicas"),
                "replicas:networks:mlp",
                Map.of("threads", "2"),
                "wasm",
                Optional.of("firefox"),
                blobs.sha256(),
                Map.of("weight", "weight.next"),
                List.of("loss", "weight.gradient"),
                60_000,
                new BrowserWish(List.of("firefox"), "auto", Optional.empty(), Optional.empty()));
        try {
            return (ObjectNode) Json.MAPPER.readTree(Words.write(order));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void an_order_becomes_the_task_that_it_was_made_of() {
        ReplicaWork.Task task = read(order().toString());

        assertThat(task.chosen().backend()).isEqualTo(Backends.WASM);
        assertThat(task.chosen().browser()).contains("firefox");
        assertThat(task.model().carry()).isEqualTo(Map.of("weight", "weight.next"));
        assertThat(task.model().outputs()).containsExactly("loss", "weight.gradient");
        assertThat(task.model().artifact().file()).startsWith(blobs.scratch()).hasSameBinaryContentAs(blobs.zip());
        assertThat(task.settings().threads()).isEqualTo(2);
        assertThat(task.silence()).isEqualTo(Duration.ofMinutes(1));
        assertThat(task.run().setup().launcher()).as("the worker's own").contains("selenium");
    }

    static Stream<Arguments> hostile() {
        return Stream.of(
                refused("another version", order -> order.put("version", 2)),
                refused("a field more", order -> order.put("environment", "LD_PRELOAD=x")),
                refused("a field less", order -> order.remove("carry")),
                refused("nothing in a field", order -> order.putNull("outputs")),
                refused("a model that is a path", order -> order.put("model", "/etc/passwd")),
                refused("a blob that the job does not name", order -> order.put("model", "1".repeat(64))),
                refused("a backend that there is not", order -> order.put("backend", "sh")),
                refused("a browser that is not here", order -> order.put("browser", "edge")),
                refused("a browser for a native backend", order -> order.put("backend", "cpu")),
                refused("no output", order -> order.putArray("outputs")),
                refused(
                        "an output twice",
                        order -> order.putArray("outputs").add("loss").add("loss")),
                refused("outputs without end", order -> {
                    var outputs = order.putArray("outputs");
                    Stream.iterate(0, i -> i + 1).limit(Words.MANY + 1).forEach(i -> outputs.add("o" + i));
                }),
                refused("a name without end", order -> order.putArray("outputs").add("x".repeat(1000))),
                refused(
                        "a setting that is no case's",
                        order -> order.putObject("settings").put("store", "/tmp/x")),
                refused("silence without end", order -> order.put("silenceMillis", Long.MAX_VALUE)),
                refused("no silence at all", order -> order.put("silenceMillis", 0)),
                refused("a run's id that is a path", order -> ((ObjectNode) order.path("run")).put("id", "../../x")),
                refused(
                        "a flag of a browser",
                        order -> ((ObjectNode) order.path("browsers"))
                                .putArray("flags")
                                .add("--gpu-launcher=sh")),
                refused("a launcher", order -> ((ObjectNode) order.path("browsers")).put("launcher", "direct")),
                refused(
                        "versions",
                        order -> ((ObjectNode) order.path("browsers"))
                                .putObject("versions")
                                .put("engine", "1.23.2")
                                .putNull("browser")),
                refused(
                        "more than an order may be",
                        order -> ((ObjectNode) order.path("run")).put("command", "x".repeat(1 << 20))));
    }

    private static Arguments refused(String what, Consumer<ObjectNode> change) {
        return Arguments.of(what, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    void what_a_stranger_must_not_say_is_refused(String what, Consumer<ObjectNode> change) {
        ObjectNode order = order();
        change.accept(order);

        assertThatThrownBy(() -> read(order.toString())).as(what).isInstanceOf(BasculeException.class);
    }
}
