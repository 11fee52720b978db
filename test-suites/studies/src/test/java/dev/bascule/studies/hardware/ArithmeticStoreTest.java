package dev.bascule.studies.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.bascule.execution.service.Arithmetic;
import dev.bascule.execution.service.CapabilityResult.Seen;
import dev.bascule.execution.service.HardwareTests;
import dev.bascule.execution.service.TargetArithmetic;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.fallback.target.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArithmeticStoreTest {
    private static final Instant AT = Instant.parse("2026-11-22T01:02:03Z");
    private static final Machine MACHINE = machine("550.54");
    private static final Arithmetic FUSED = Arithmetic.found(
            "MatMul",
            "fp32",
            new Arithmetic.Finding(
                    "fp32", 149, 149, "tf32 inputs, fp32 sums", 90, 23, 23, Optional.of(true), true, false));
    private static final Arithmetic WIDE = Arithmetic.found(
            "Gemm", "fp16", new Arithmetic.Finding("fp64", 40, 60, "fp32", 40, 10, 26, Optional.empty(), false, false));
    private static final Arithmetic NONE = Arithmetic.unknown("Conv 1x1", "bf16", "it ran on cpu");

    @TempDir
    Path folder;

    private final List<String> said = new ArrayList<>();
    private ArithmeticStore store;

    @BeforeEach
    void open() {
        store = new ArithmeticStore(new CacheFolder(folder.resolve("cache")), said::add);
    }

    private static Machine machine(String driver) {
        return new Machine("f00d", "Linux", new Machine.Cpu("Test CPU", 2, List.of()), Optional.empty(), List.of())
                .with(new Fingerprint(Map.of("cpu", "Test CPU"), Map.of("driver nvidia", driver)));
    }

    private static HardwareTests.Place place(String place, String backend, String engine, Arithmetic... arithmetic) {
        return new HardwareTests.Place(
                place,
                backend,
                Optional.of(engine),
                backend.equals("webnn")
                        ? Optional.empty()
                        : Optional.of(new Seen(DeviceType.GPU, true, "SwiftShader <b>")),
                List.of(),
                List.of(arithmetic),
                Optional.empty());
    }

    private static HardwareTests tests(boolean interrupted, HardwareTests.Place... places) {
        return new HardwareTests(AT, Duration.ofSeconds(1), 30, interrupted, 0, List.of(), List.of(places));
    }

    private void remember(HardwareTests.Place... places) {
        store.remember(MACHINE, tests(false, places));
    }

    @Test
    void what_is_remembered_comes_back_as_it_was_and_native_targets_stand_first() {
        HardwareTests tests = tests(
                false,
                place("Chrome 153", "webgpu", "onnxruntime-web 1.29.0", WIDE, NONE),
                place("Chrome 153", "webnn", "onnxruntime-web 1.29.0", NONE),
                place("native", "cpu", "onnxruntime 1.29.0", FUSED, WIDE, NONE));
        assertThat(store.isKept()).isFalse();

        store.remember(MACHINE, tests);

        List<TargetArithmetic> told = TargetArithmetic.of(tests);
        assertThat(store.of(MACHINE)).containsExactly(told.get(2), told.get(0), told.get(1));
        assertThat(store.of(MACHINE).get(0).arithmetic()).containsExactly(FUSED, WIDE, NONE);
        assertThat(said).isEmpty();
        assertThat(store.isKept()).isTrue();
    }

    @Test
    void another_battery_replaces_what_it_asked_again_and_nothing_of_another_engine_or_backend() {
        remember(place("native", "cpu", "onnxruntime 1.29.0", FUSED), place("native", "openvino", "openvino 1", FUSED));
        remember(place("native", "cpu", "onnxruntime 1.29.0", WIDE));
        remember(place("native", "cpu", "onnxruntime 1.30.0", NONE));

        assertThat(store.of(MACHINE))
                .extracting(
                        target -> target.engine().orElseThrow(),
                        target -> target.arithmetic().get(0))
                .containsExactlyInAnyOrder(
                        tuple("onnxruntime 1.29.0", WIDE),
                        tuple("onnxruntime 1.30.0", NONE),
                        tuple("openvino 1", FUSED));
    }

    @Test
    void a_battery_that_was_stopped_and_a_backend_that_was_not_asked_replace_nothing() {
        remember(place("native", "cpu", "onnxruntime 1.29.0", FUSED));

        store.remember(MACHINE, tests(true, place("native", "cpu", "onnxruntime 1.29.0", NONE)));
        remember(place("native", "cpu", "onnxruntime 1.29.0"));

        assertThat(store.of(MACHINE))
                .singleElement()
                .satisfies(target -> assertThat(target.arithmetic()).containsExactly(FUSED));
    }

    @Test
    void a_driver_update_makes_it_forget_and_so_does_no_profile() {
        remember(place("native", "cpu", "onnxruntime 1.29.0", FUSED));

        assertThat(store.of(machine("560.1"))).isEmpty();
        new CapabilityResultStore(new CacheFolder(folder.resolve("cache")), said::add)
                .remember(MACHINE, List.of(CapabilityResultStoreTest.trial("dtype.fp32", true, "profile", "cpu")));
        assertThat(store.of(MACHINE)).hasSize(1);
        assertThat(said).isEmpty();
    }

    @Test
    void a_damaged_file_is_absent_with_a_word_and_is_written_anew() throws IOException {
        remember(place("native", "cpu", "onnxruntime 1.29.0", FUSED, NONE));
        Path file = folder.resolve("cache").resolve("arithmetic.json");
        String whole = Files.readString(file);
        for (String damaged : List.of(
                "",
                "{",
                "[]",
                "null",
                whole.substring(0, whole.length() / 2),
                whole.replace("\"operators\"", "\"operas\""),
                whole.replace("\"GPU\"", "\"ABACUS\""),
                whole.replace("2026-11-22T", "yesterday"),
                whole.replace("\"explained\" : 149", "\"explained\" : 150"),
                whole.replace("\"sumBits\" : 23", "\"sumBits\" : -1"),
                whole.replace("\"sumBits\" : 23", "\"sumBits\" : 2.5"),
                whole.replace("\"fused\" : true", "\"fused\" : \"yes\""),
                whole.replace("\"reason\"", "\"season\""),
                whole.replace("\"finding\" : {", "\"finding\" : 1, \"other\" : {"))) {
            said.clear();
            assertThat(damaged).isNotEqualTo(whole);
            Files.writeString(file, damaged);

            assertThat(store.of(MACHINE)).as(damaged).isEmpty();
            assertThat(said).as(damaged).hasSize(1).allMatch(word -> word.contains("--test-hardware"));
        }
        remember(place("native", "cpu", "onnxruntime 1.29.0", WIDE));
        assertThat(store.of(MACHINE)).hasSize(1);
    }

    @Test
    void what_cannot_be_written_is_said_and_ends_nothing() throws IOException {
        Files.writeString(folder.resolve("cache"), "a file where the folder should be");

        remember(place("native", "cpu", "onnxruntime 1.29.0", FUSED));

        assertThat(said).hasSize(1).allMatch(word -> word.contains("not remembered"));
        assertThat(store.of(MACHINE)).isEmpty();
    }
}
