package dev.bascule.studies.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.service.CapabilityResult;
import dev.bascule.execution.service.CapabilityResult.Seen;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CapabilityResultStoreTest {
    private static final Machine MACHINE = machine("550.54");

    @TempDir
    Path folder;

    private final List<String> said = new ArrayList<>();
    private CapabilityResultStore store;

    @BeforeEach
    void open() {
        store = new CapabilityResultStore(new CacheFolder(folder.resolve("cache")), said::add);
    }

    private static Machine machine(String driver) {
        return new Machine("f00d", "Linux", new Machine.Cpu("Test CPU", 2, List.of()), Optional.empty(), List.of())
                .with(new Fingerprint(Map.of("cpu", "Test CPU"), Map.of("driver nvidia", driver)));
    }

    static CapabilityResult trial(String capability, boolean right, String by, String backend) {
        return new CapabilityResult(
                new Seen(DeviceType.CPU, false, "Test CPU"),
                capability,
                right,
                by,
                "native",
                backend,
                Optional.of("onnxruntime 1.29.0"),
                Instant.parse("2026-11-22T01:02:03Z"),
                "matmul right");
    }

    @Test
    void what_is_remembered_comes_back_as_it_was() {
        List<CapabilityResult> results = List.of(
                trial("dtype.fp32", true, "test-hardware", "cpu"), trial("dtype.int8", false, "profile", "cpu"));

        store.remember(MACHINE, results);

        assertThat(store.of(MACHINE)).isEqualTo(results);
        assertThat(said).isEmpty();
        assertThat(folder.resolve("cache")).isDirectoryContaining(file -> file.endsWith("trials.json"));
        assertThat(folder.resolve("cache").toFile().list()).hasSize(1);
    }

    @Test
    void another_try_of_the_same_backend_replaces_the_earlier_one_and_no_other() {
        store.remember(MACHINE, List.of(trial("dtype.fp32", true, "test-hardware", "cpu")));
        store.remember(MACHINE, List.of(trial("dtype.fp32", true, "profile", "cpu")));
        store.remember(MACHINE, List.of(trial("dtype.int8", true, "test-hardware", "cpu")));

        assertThat(store.of(MACHINE))
                .containsExactlyInAnyOrder(
                        trial("dtype.fp32", true, "profile", "cpu"), trial("dtype.int8", true, "test-hardware", "cpu"));
    }

    @Test
    void a_driver_update_makes_it_forget_and_a_browser_that_was_looked_at_does_not() {
        store.remember(MACHINE, List.of(trial("dtype.fp32", true, "test-hardware", "cpu")));

        assertThat(store.of(machine("560.1"))).isEmpty();
        assertThat(store.of(MACHINE.with(MACHINE.parts().orElseThrow().withSoftware("browser Chrome", "153"))))
                .hasSize(1);
        assertThat(said).isEmpty();

        store.remember(machine("560.1"), List.of(trial("dtype.int8", true, "profile", "cpu")));
        assertThat(store.of(MACHINE)).isEmpty();
    }

    @Test
    void a_damaged_file_is_absent_with_a_word_and_is_written_anew() throws IOException {
        store.remember(MACHINE, List.of(trial("dtype.fp32", true, "test-hardware", "cpu")));
        Path file = folder.resolve("cache").resolve("trials.json");
        String whole = Files.readString(file);
        for (String damaged : List.of(
                "",
                "{",
                "[]",
                "null",
                whole.substring(0, whole.length() / 2),
                whole.replace("\"CPU\"", "\"ABACUS\""),
                whole.replace("2026-11-22T", "yesterday"),
                whole.replace("\"right\" : true", "\"right\" : 1"))) {
            said.clear();
            Files.writeString(file, damaged);

            assertThat(store.of(MACHINE)).as(damaged).isEmpty();
            assertThat(said).as(damaged).hasSize(1).allMatch(word -> word.contains("--test-hardware"));
        }
        store.remember(MACHINE, List.of(trial("dtype.int8", true, "profile", "cpu")));
        assertThat(store.of(MACHINE)).hasSize(1);
    }

    @Test
    void what_cannot_be_written_is_said_and_ends_nothing() throws IOException {
        Files.writeString(folder.resolve("cache"), "a file where the folder should be");

        store.remember(MACHINE, List.of(trial("dtype.fp32", true, "test-hardware", "cpu")));

        assertThat(said).hasSize(1).allMatch(word -> word.contains("not remembered"));
        assertThat(store.of(MACHINE)).isEmpty();
    }

    @Test
    void a_machine_without_a_known_state_remembers_nothing() {
        Machine unknown =
                new Machine("f00d", "Linux", new Machine.Cpu("Test CPU", 2, List.of()), Optional.empty(), List.of());

        store.remember(unknown, List.of(trial("dtype.fp32", true, "test-hardware", "cpu")));

        assertThat(store.of(unknown)).isEmpty();
        assertThat(folder.resolve("cache")).doesNotExist();
    }
}
