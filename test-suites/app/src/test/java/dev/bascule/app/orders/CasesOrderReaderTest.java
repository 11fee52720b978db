package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.json.Json;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.workers.job.BlobFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
import org.junit.jupiter.params.provider.ValueSource;

class CasesOrderReaderTest {
    private static final String HASH = "0".repeat(64);

    @TempDir
    Path folder;

    private final Map<String, Path> blobs = new TreeMap<>();
    private Path scratch = Path.of("");
    private final FakeShelf shelf = new FakeShelf();

    @BeforeEach
    void make() throws IOException {
        scratch = Files.createDirectory(folder.resolve("scratch"));
    }

    private String blob(byte[] content) throws IOException {
        String hash = Sha256.of(content);
        blobs.put(hash, Files.write(folder.resolve(hash), content));
        return hash;
    }

    private RunRequest read(String payload) {
        BlobFolder given = new BlobFolder() {
            @Override
            public Path file(String sha256) {
                return Optional.ofNullable(blobs.get(sha256))
                        .orElseThrow(() -> Words.refused("a blob that the job does not name"));
            }

            @Override
            public Path scratch() {
                return scratch;
            }
        };
        return new CasesOrderReader(
                        new OrderFiles(given),
                        BrowserSetup.of(new BrowserChoice.Auto()),
                        () -> List.of("chromium", "firefox"),
                        () -> shelf)
                .read(payload);
    }

    private static ObjectNode order() {
        CasesOrder order = new CasesOrder(
                CasesOrder.VERSION,
                new CasesOrder.Run("20261129-000000-0001", "mine", HASH, 42, "bascule run mine.yaml"),
                "mine:vision:resnet-18;batch=1",
                new CasesOrder.Model(
                        "zoo",
                        "zoo:resnet-18",
                        "resnet-18",
                        HASH,
                        List.of(),
                        List.of(),
                        Map.of(),
                        Optional.empty(),
                        Map.of(),
                        Map.of(),
                        Map.of()),
                Map.of("threads", "2", "minIterations", "7"),
                List.of("webgpu->wasm", "cpu"),
                "on",
                "any",
                1,
                new BrowserWish(List.of("chromium"), "auto", Optional.of("cpu"), Optional.empty()));
        try {
            return (ObjectNode) Json.MAPPER.readTree(Words.write(order));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ObjectNode model(ObjectNode order) {
        return (ObjectNode) order.path("model");
    }

    @Test
    void an_order_becomes_the_request_that_it_was_made_of() {
        RunRequest request = read(order().toString());

        assertThat(request.cases()).singleElement().satisfies(one -> {
            assertThat(one.id()).hasToString("mine:vision:resnet-18;batch=1");
            assertThat(one.chains()).extracting(Object::toString).containsExactly("webgpu→wasm", "cpu");
            assertThat(one.model().reference()).isEqualTo("zoo:resnet-18");
            assertThat(one.model().sha256()).contains(HASH);
            assertThat(one.settings().timing().minIterations()).isEqualTo(7);
        });
        assertThat(request.setup().choice()).isEqualTo(new BrowserChoice.Named(List.of("chromium")));
        assertThat(request.setup().flags()).isEmpty();
    }

    private static ObjectNode versions(ObjectNode order, String field) {
        return ((ObjectNode) order.path("browsers")).putObject(field);
    }

    @Test
    void versions_that_are_installed_here_are_taken_and_nothing_is_fetched_for_others() {
        ObjectNode order = order();
        versions(order, "versions").put("engine", "1.22.0").put("browser", "1.23.2");
        versions(order, "beside").put("engine", "1.30.0");

        RunRequest request = read(order.toString());

        assertThat(request.setup().engineVersion().map(Object::toString)).contains("1.22.0");
        assertThat(request.setup().binary()).contains(Path.of("place", "chrome-headless-shell", "1.23.2"));
        assertThat(shelf.fetched).containsExactly("1.22.0", "1.23.2");
    }

    @Test
    void an_order_of_a_build_that_knew_no_versions_is_read_as_before() {
        ObjectNode order = order();
        ((ObjectNode) order.path("browsers")).remove(List.of("versions", "beside"));

        assertThat(read(order.toString()).setup().engineVersion()).isEmpty();
        assertThat(shelf.fetched).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.24.0", "../../../etc", "/usr/bin/true", "latest", "1.22.0 --no-sandbox", ""})
    void a_version_that_is_not_installed_here_or_is_none_is_refused(String word) {
        for (String axis : List.of("engine", "browser")) {
            ObjectNode order = order();
            versions(order, "versions").put(axis, word);

            assertThatThrownBy(() -> read(order.toString()))
                    .isInstanceOf(BasculeException.class)
                    .hasMessageNotContaining("etc");
        }
        assertThat(shelf.fetched).isEmpty();
    }

    @Test
    void a_file_lies_in_the_jobs_folder_under_its_own_name() throws IOException {
        String hash = blob("not much of a model".getBytes(StandardCharsets.UTF_8));
        ObjectNode order = order();
        model(order).put("kind", "file").put("reference", "");
        model(order).putArray("files").addObject().put("name", "face.onnx").put("sha256", hash);
        ((ObjectNode) model(order).path("inputs"))
                .putObject("x")
                .put("kind", "file")
                .put("value", "x.npy")
                .put("sha256", hash);

        RunRequest request = read(order.toString());

        Path model = Path.of(request.cases().get(0).model().reference());
        assertThat(model).startsWith(scratch).hasFileName("face.onnx").exists();
        assertThat(request.cases().get(0).model().feed().inputs().values())
                .singleElement()
                .isInstanceOfSatisfying(
                        InputSource.File.class, file -> assertThat(file.path()).startsWith(scratch));
    }

    static Stream<Arguments> hostile() {
        return Stream.of(
                refused("a path in place of a model", order -> model(order).put("reference", "/etc/passwd")),
                refused("a path behind the prefix", order -> model(order).put("reference", "zoo:../../x")),
                refused(
                        "a model of the hub",
                        order -> model(order).put("kind", "hub").put("reference", "hf:org/repo")),
                refused(
                        "a model of the hub as one of the zoo",
                        order -> model(order).put("reference", "hf:org/repo")),
                refused(
                        "a package",
                        order -> model(order).put("kind", "pretrained").put("reference", "pypi:x!y")),
                refused("a file that leads out", order -> file(order, "../../evil.onnx")),
                refused("an absolute file", order -> file(order, "/tmp/evil.onnx")),
                refused("a file in a folder of its own", order -> file(order, "a/b.onnx")),
                refused("a hidden file", order -> file(order, ".bashrc")),
                refused("a file with a blank", order -> file(order, "a b.onnx")),
                refused("a blob that the job does not name", order -> file(order, "face.onnx")),
                refused("a hash that is a path", order -> {
                    file(order, "face.onnx");
                    ((ObjectNode) model(order).path("files").get(0)).put("sha256", "../secret");
                }),
                refused("a file without any", order -> model(order).put("kind", "file")),
                refused(
                        "an input with a path",
                        order -> ((ObjectNode) model(order).path("inputs"))
                                .putObject("x")
                                .put("kind", "file")
                                .put("value", "/etc/hosts.npy")
                                .put("sha256", HASH)),
                refused(
                        "an input that is a program",
                        order -> ((ObjectNode) model(order).path("inputs"))
                                .putObject("x")
                                .put("kind", "file")
                                .put("value", "x.sh")
                                .put("sha256", HASH)),
                refused(
                        "a flag of a browser",
                        order -> ((ObjectNode) order.path("browsers"))
                                .putArray("flags")
                                .add("--gpu-launcher=sh")),
                refused(
                        "a binary of a browser",
                        order -> ((ObjectNode) order.path("browsers")).put("binary", "/bin/sh")),
                refused(
                        "a browser that is a path",
                        order -> ((ObjectNode) order.path("browsers"))
                                .putArray("browsers")
                                .add("/bin/sh")),
                refused("a build that there is not", order -> ((ObjectNode) order.path("browsers")).put("build", "x")),
                refused("a field more", order -> order.put("environment", "LD_PRELOAD=x")),
                refused(
                        "a setting that is no case's",
                        order -> ((ObjectNode) order.path("settings")).put("browserBinary", "/bin/sh")),
                refused("a setting without sense", order -> ((ObjectNode) order.path("settings")).put("threads", "-1")),
                refused(
                        "a backend that there is not",
                        order -> order.putArray("chains").add("sh")),
                refused("no chain", order -> order.putArray("chains")),
                refused("retries without end", order -> order.put("retries", 1_000_000)),
                refused("a run's id that is a path", order -> ((ObjectNode) order.path("run")).put("id", "../../x")),
                refused("another version", order -> order.put("version", 2)));
    }

    private static Arguments refused(String what, Consumer<ObjectNode> change) {
        return Arguments.of(what, change);
    }

    private static void file(ObjectNode order, String name) {
        model(order).put("kind", "file").put("reference", "");
        model(order).putArray("files").addObject().put("name", name).put("sha256", HASH);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    void what_a_stranger_must_not_say_is_refused(String what, Consumer<ObjectNode> change) throws IOException {
        ObjectNode order = order();
        change.accept(order);

        assertThatThrownBy(() -> read(order.toString())).as(what).isInstanceOf(BasculeException.class);
        try (Stream<Path> left = Files.walk(scratch)) {
            assertThat(left.filter(Files::isRegularFile)).as(what).isEmpty();
        }
    }

    @Test
    void torchscript_is_code_and_is_refused() throws IOException {
        Path zip = folder.resolve("net.pt");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
            for (String name : List.of("net/data.pkl", "net/code/__torch__.py", "net/constants.pkl", "net/version")) {
                out.putNextEntry(new ZipEntry(name));
                out.closeEntry();
            }
        }
        String hash = blob(Files.readAllBytes(zip));
        ObjectNode order = order();
        file(order, "net.onnx");
        ((ObjectNode) model(order).path("files").get(0)).put("sha256", hash);

        assertThatThrownBy(() -> read(order.toString()))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("a program");
    }

    @Test
    void what_is_no_json_at_all_is_refused_without_repeating_it() {
        assertThatThrownBy(() -> read("<secret>"))
                .isInstanceOf(BasculeException.class)
                .hasMessageNotContaining("secret");
    }
}
