package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.bridge.discovery.BrowserFamily;
import dev.bascule.bridge.discovery.BrowserInstallation;
import dev.bascule.execution.service.BuildFacts;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.testing.Checkout;
import dev.bascule.models.outlook.EngineBuilds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionCommandTest {
    private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

    @TempDir
    private Path folder;

    @Test
    void the_command_prints_a_document_of_the_schema() throws IOException {
        CliHarness.Result result = new CliHarness(folder, new FakeServices()).run("version", "--json");

        assertThat(result.exit()).isZero();
        JsonNode document = Json.MAPPER.readTree(result.out());
        DocumentSchema.VERSION.validate(document);
        assertThat(document.path("files").isNull()).isTrue();
        assertThat(document.path("reasons").path("files").asText()).contains("folder of classes");
    }

    @Test
    void it_tells_commit_engines_and_the_checksum_of_every_file() throws IOException {
        Path jar = Files.writeString(folder.resolve("bascule.jar"), "jar");
        Files.createDirectory(folder.resolve("lib"));
        Files.writeString(folder.resolve("lib/b.jar"), "b");
        Files.writeString(folder.resolve("lib/a.jar"), "a");
        Path shell = Files.writeString(folder.resolve("chrome-headless-shell"), "browser");

        JsonNode document = Json.MAPPER.valueToTree(VersionDocument.of(
                new BuildFacts(
                        Optional.of(COMMIT),
                        Optional.of(false),
                        Optional.of(Instant.parse("2026-11-21T00:00:00Z")),
                        Map.of("onnxruntime", EngineBuilds.BUNDLED)),
                Optional.of(jar),
                Optional.of(new BrowserInstallation(
                        "Chrome Headless Shell",
                        BrowserFamily.CHROME_HEADLESS_SHELL,
                        "153.0",
                        shell,
                        Optional.empty(),
                        true))));

        DocumentSchema.VERSION.validate(document);
        assertThat(document.path("commit").asText()).isEqualTo(COMMIT);
        assertThat(document.path("time").asText()).isEqualTo("2026-11-21T00:00:00Z");
        assertThat(document.path("engines").path("onnxruntime").asText()).isEqualTo(EngineBuilds.BUNDLED);
        assertThat(document.path("files").findValuesAsText("name"))
                .containsExactly("bascule.jar", "lib/a.jar", "lib/b.jar");
        assertThat(document.path("files").get(1).path("sha256").asText())
                .isEqualTo(Sha256.of("a".getBytes(StandardCharsets.UTF_8)));
        assertThat(document.path("browser").path("sha256").asText()).isEqualTo(Sha256.of(shell));
        assertThat(document.path("reasons")).isEmpty();
    }

    @Test
    void the_schema_forbids_a_null_without_its_reason() {
        ObjectNode document = Json.MAPPER.valueToTree(VersionDocument.of(
                new BuildFacts(Optional.empty(), Optional.empty(), Optional.empty(), Map.of()),
                Optional.empty(),
                Optional.empty()));
        assertThat(document.path("reasons").fieldNames())
                .toIterable()
                .containsExactly("browser", "commit", "files", "modified", "time");

        ((ObjectNode) document.path("reasons")).remove("commit");

        assertThat(complaints(document)).isNotEmpty();
    }

    @Test
    void the_build_tells_its_commit_in_a_checkout_of_its_own_only() throws Exception {
        assertThat(facts(Checkout.path("").toRealPath(), folder.resolve("here.properties")))
                .contains("engine.onnxruntime-web=" + EngineBuilds.BUNDLED, "engine.other=1", "time=T");

        // A source archive, unpacked inside of somebody's repository.
        Path repository = Files.createDirectory(folder.resolve("repository"));
        git(repository, "init", "--quiet");
        Path copy = Files.createDirectories(repository.resolve("vendor/bascule"));
        for (String file : List.of("test-suites/execution/scripts/build-facts.mjs", "browser-runtime/package.json")) {
            Files.createDirectories(copy.resolve(file).getParent());
            Files.copy(Checkout.path(file), copy.resolve(file));
        }
        assertThat(facts(copy, folder.resolve("copy.properties"))).doesNotContain("commit=");

        git(copy, "init", "--quiet");
        git(copy, "add", ".");
        git(copy, "-c", "user.name=n", "-c", "user.email=e", "commit", "--quiet", "-m", "all");
        assertThat(facts(copy, folder.resolve("own.properties"))).contains("commit=", "modified=false");
        Files.writeString(copy.resolve("browser-runtime/package.json"), "\n", StandardOpenOption.APPEND);
        assertThat(facts(copy, folder.resolve("changed.properties"))).contains("modified=true");
    }

    private static String facts(Path root, Path file) throws Exception {
        execute(
                "node",
                root.resolve("test-suites/execution/scripts/build-facts.mjs").toString(),
                file.toString(),
                "T",
                "other=1");
        return Files.readString(file);
    }

    private static void git(Path folder, String... words) throws Exception {
        String[] command = new String[words.length + 3];
        command[0] = "git";
        command[1] = "-C";
        command[2] = folder.toString();
        System.arraycopy(words, 0, command, 3, words.length);
        execute(command);
    }

    private static void execute(String... command) throws Exception {
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    private static List<String> complaints(JsonNode document) {
        try {
            return DocumentSchema.VERSION.complaints(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
