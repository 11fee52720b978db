package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.json.Json;
import dev.bascule.studies.conformance.Cases;
import dev.bascule.studies.conformance.ConformanceRequest;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import dev.bascule.workers.job.BlobFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConformanceOrderReaderTest {
    private static final List<ConformanceCase> CASES = Cases.adding(List.of("a", "b", "c"));

    @TempDir
    Path folder;

    private final List<Path> places = new ArrayList<>();
    private OneBlob blobs = new OneBlob(Path.of(""), "", Path.of(""));

    @BeforeEach
    void archive() throws IOException {
        blobs = OneBlob.of(folder, "onnx/Add/a/model.onnx");
    }

    private ConformanceRequest read(String payload) {
        return new ConformanceOrderReader(
                        blobs,
                        read -> {
                            places.addAll(read);
                            return new ConformanceCases(CASES, List.of());
                        },
                        BrowserSetup.of(new BrowserChoice.Auto()).withLauncher("selenium"),
                        () -> List.of("chromium", "firefox"))
                .read(payload);
    }

    private static String id(int index) {
        return CASES.get(index).id().toString();
    }

    private ObjectNode order() {
        ConformanceOrder order = new ConformanceOrder(
                ConformanceOrder.VERSION,
                new CasesOrder.Run("20261129-000000-0001", "onnx", "0".repeat(64), 42, "bascule conformance cases"),
                blobs.sha256(),
                List.of(id(2), id(0)),
                List.of("wasm", "cpu"),
                2,
                Duration.ofSeconds(20),
                new BrowserWish(List.of("chromium"), "auto", Optional.empty(), Optional.empty()));
        try {
            return (ObjectNode) Json.MAPPER.readTree(Words.write(order));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void an_order_becomes_the_request_that_it_was_made_of() {
        ConformanceRequest request = read(order().toString());

        assertThat(request.cases().cases())
                .as("in the order in which they were named")
                .containsExactly(CASES.get(2), CASES.get(0));
        assertThat(request.backends()).containsExactly("wasm", "cpu");
        assertThat(request.workers()).isEqualTo(2);
        assertThat(request.caseLimit()).isEqualTo(Duration.ofSeconds(20));
        assertThat(request.id()).isEqualTo("20261129-000000-0001");
        assertThat(request.setup().choice()).isEqualTo(new BrowserChoice.Named(List.of("chromium")));
        assertThat(request.setup().timed()).isFalse();
        assertThat(request.setup().launcher()).as("the worker's own").contains("selenium");
    }

    @Test
    void its_cases_are_read_from_its_archive_alone_below_the_jobs_folder() {
        read(order().toString());

        assertThat(places).isNotEmpty().allSatisfy(place -> assertThat(place).startsWith(blobs.scratch()));
        assertThat(blobs.scratch().resolve("cases/onnx/Add/a/model.onnx")).exists();
    }

    static Stream<Arguments> hostile() {
        return Stream.of(
                refused("another version", order -> order.put("version", 2)),
                refused("a field more", order -> order.put("environment", "LD_PRELOAD=x")),
                refused("a field less", order -> order.remove("browsers")),
                refused("nothing in a field", order -> order.putNull("cases")),
                refused("an archive that is a path", order -> order.put("archive", "/etc/passwd")),
                refused("a blob that the job does not name", order -> order.put("archive", "1".repeat(64))),
                refused("no case", order -> order.putArray("cases")),
                refused(
                        "a case that the archive lacks",
                        order -> order.putArray("cases").add("onnx:Add:other")),
                refused(
                        "a case that is a path",
                        order -> order.putArray("cases").add("../../etc/passwd")),
                refused("cases without end", order -> {
                    var cases = order.putArray("cases");
                    Stream.generate(() -> id(0)).limit(Words.MANY + 1).forEach(cases::add);
                }),
                refused("no backend", order -> order.putArray("backends")),
                refused(
                        "a backend that there is not",
                        order -> order.putArray("backends").add("sh")),
                refused("backends without end", order -> {
                    var backends = order.putArray("backends");
                    Stream.generate(() -> "cpu").limit(Words.MANY + 1).forEach(backends::add);
                }),
                refused("no engine at all", order -> order.put("workers", 0)),
                refused("engines without end", order -> order.put("workers", 1_000_000)),
                refused("time without end", order -> order.put("caseLimit", "PT240H")),
                refused("time below nothing", order -> order.put("caseLimit", "-PT1S")),
                refused("a run's id that is a path", order -> ((ObjectNode) order.path("run")).put("id", "../../x")),
                refused("a suite's hash that is none", order -> ((ObjectNode) order.path("run")).put("suiteHash", "x")),
                refused(
                        "a flag of a browser",
                        order -> ((ObjectNode) order.path("browsers"))
                                .putArray("flags")
                                .add("--gpu-launcher=sh")),
                refused("a launcher", order -> ((ObjectNode) order.path("browsers")).put("launcher", "direct")),
                refused("a Grid", order -> ((ObjectNode) order.path("browsers")).put("grid", "http://evil")),
                refused(
                        "a browser that is a path",
                        order -> ((ObjectNode) order.path("browsers"))
                                .putArray("browsers")
                                .add("/bin/sh")),
                refused(
                        "a browser that is not here",
                        order -> ((ObjectNode) order.path("browsers"))
                                .putArray("browsers")
                                .add("edge")),
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

    @Test
    void an_archive_with_a_program_in_it_is_refused_and_nothing_of_it_is_read() throws IOException {
        blobs = OneBlob.of(folder, "onnx/Add/a/run.sh");

        assertThatThrownBy(() -> read(order().toString()))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("none of a case");
        assertThat(places).isEmpty();
    }

    /** A job's folder with one file. */
    record OneBlob(Path zip, String sha256, Path scratch) implements BlobFolder {
        static OneBlob of(Path folder, String entry) throws IOException {
            Path zip = folder.resolve("cases.zip");
            try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
                out.putNextEntry(new ZipEntry(entry));
                out.write(1);
                out.closeEntry();
            }
            return new OneBlob(zip, Sha256.of(zip), Files.createDirectories(folder.resolve("scratch")));
        }

        @Override
        public Path file(String hash) {
            if (!hash.equals(sha256)) {
                throw Words.refused("a blob that the job does not name");
            }
            return zip;
        }
    }
}
