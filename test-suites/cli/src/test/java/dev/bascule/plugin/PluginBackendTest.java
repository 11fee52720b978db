package dev.bascule.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.fallback.testing.Checkout;
import dev.bascule.fallback.testing.TestJvm;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Backends that come in a jar of their own, good ones and one that kills its process. */
@Tag("native")
@Tag("full")
class PluginBackendTest {
    private static final Path EXAMPLE = Checkout.path("examples/backend/src/example/PlainJavaDriver.java");

    private static final String CRASHING = """
            package example;
            import dev.bascule.fallback.backend.*;
            import dev.bascule.fallback.driver.*;
            import java.util.Optional;
            import java.util.Set;
            public final class CrashingDriver implements BackendDriver {
                @Override public Backend backend() {
                    return new Backend("crashing", Side.NATIVE, DeviceType.GPU, Set.of(Precision.FLOAT32), Set.of("Crash"));
                }
                @Override public Detection probe() {
                    new com.sun.jna.Pointer(1).getInt(0);
                    throw new AssertionError("it lives");
                }
                @Override public Optional<Engine> engine() { return Optional.empty(); }
                @Override public DriverSession open(OpenRequest request) { throw new AssertionError(); }
                @Override public void close() {}
            }
            """;

    @TempDir
    static Path folder;

    private static Path plainJava;
    private static Path crashing;

    @BeforeAll
    static void pack() throws Exception {
        plainJava = PluginJar.make(folder, "example.PlainJavaDriver", Files.readString(EXAMPLE));
        crashing = PluginJar.make(folder, "example.CrashingDriver", CRASHING);
        Files.write(folder.resolve("add.onnx"), TinyOnnx.add());
    }

    @Test
    void the_worked_example_is_found_probed_executed_and_proven_from_its_own_jar() throws Exception {
        JsonNode run = json(bascule(plainJava, "run", model(), "--backends", "plain-java,cpu", "--strict", "--json"));
        JsonNode cell = cell(run, "plain-java");
        assertThat(cell.path("verdict").asText()).isEqualTo("PASS");
        assertThat(cell.path("evidence").path("class").asText()).isEqualTo("PROVEN");
        assertThat(cell.path("evidence").path("nodes").path("plain-java").asInt())
                .isEqualTo(1);
        assertThat(cell.path("numerics").path("maxAbs").isNumber()).isTrue();
        assertThat(cell.path("numerics").path("maxAbs").asDouble()).isZero();
    }

    @Test
    void without_its_jar_there_is_no_such_backend() throws Exception {
        Ended ended = bascule(folder.resolve("no.jar"), "run", model(), "--backends", "plain-java");
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.err()).contains("plain-java");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_probe_that_dies_of_a_segmentation_fault_is_reported_and_the_other_backends_live() throws Exception {
        JsonNode doctor = json(bascule(crashing, "doctor", "--json"));
        JsonNode crashed = backend(doctor, "crashing");
        assertThat(crashed.path("status").asText()).isEqualTo("crashed");
        assertThat(crashed.path("tiers").get(0).path("evidence").asText()).contains("SIGSEGV");
        assertThat(backend(doctor, "cpu").path("tier").asText()).isEqualTo("placed");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_chain_goes_on_past_a_backend_whose_probe_dies() throws Exception {
        JsonNode run = json(bascule(crashing, "run", model(), "--chain", "crashing->cpu", "--json"));
        JsonNode fell = StreamSupport.stream(run.path("cells").spliterator(), false)
                .filter(cell -> cell.path("attempts").size() == 2)
                .findFirst()
                .orElseThrow();
        assertThat(fell.path("verdict").asText()).isEqualTo("FELL_BACK");
        assertThat(fell.path("attempts").get(0).path("error").path("message").asText())
                .contains("SIGSEGV");
    }

    private static String model() {
        return folder.resolve("add.onnx").toString();
    }

    private static JsonNode cell(JsonNode run, String backend) {
        return StreamSupport.stream(run.path("cells").spliterator(), false)
                .filter(cell -> cell.path("requested").asText().equals(backend))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode backend(JsonNode doctor, String id) {
        return StreamSupport.stream(doctor.path("native").spliterator(), false)
                .filter(backend -> backend.path("backend").asText().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private record Ended(int exit, String out, String err) {}

    private static JsonNode json(Ended ended) throws Exception {
        assertThat(ended.out()).as(ended.err()).startsWith("{");
        return new ObjectMapper().readTree(ended.out());
    }

    private static Ended bascule(Path jar, String... arguments) throws Exception {
        List<String> line = new ArrayList<>(TestJvm.line(
                "-cp", System.getProperty("java.class.path") + File.pathSeparator + jar, "dev.bascule.cli.Main"));
        line.addAll(List.of(arguments));
        line.addAll(List.of("--browsers", "none"));
        if (arguments[0].equals("run")) {
            line.addAll(List.of("--min-iterations", "3", "--min-duration", "1ms", "--warm-up-limit", "1ms"));
        }
        Path work = Files.createTempDirectory(folder, "run-");
        Path out = work.resolve("out.txt");
        Path err = work.resolve("err.txt");
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(work.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("ORT_DISABLE_TELEMETRY", "1");
        // Nothing is installed there: no other backend has to be looked at.
        builder.environment().put("BASCULE_CACHE", folder.resolve("cache").toString());
        Process process = builder.start();
        process.getOutputStream().close();
        if (!process.waitFor(300, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return new Ended(
                process.waitFor(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }
}
