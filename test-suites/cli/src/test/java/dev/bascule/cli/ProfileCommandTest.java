package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.hardware.CapabilitySet;
import dev.bascule.fallback.job.KernelReading;
import dev.bascule.fallback.job.KernelReading.Unit;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.target.Machine;
import dev.bascule.studies.profile.KneeFinder.Knee;
import dev.bascule.studies.profile.PlaceProfile;
import dev.bascule.studies.profile.Processor;
import dev.bascule.studies.profile.ProfileFigure;
import dev.bascule.studies.profile.ProfileReport;
import dev.bascule.studies.profile.ProfileReportBuilder;
import dev.bascule.studies.profile.ProfileRequest;
import dev.bascule.studies.profile.TransferLine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileCommandTest {
    /** A millisecond by a clock that tells nanoseconds. */
    private static final Samples FINE = Samples.ofMillis(0.999998, 1, 1, 1, 1, 1.000002);

    @TempDir
    Path folder;

    private final FakeServices services = new FakeServices();
    private final List<ProfileRequest> requests = new ArrayList<>();

    private CliHarness.Result run(ProfileReport report, String... arguments) {
        services.profile = (request, listener) -> {
            requests.add(request);
            return report;
        };
        return new CliHarness(folder, services).run(arguments);
    }

    private static ProfileReportBuilder builder() {
        ProfileReportBuilder builder = new ProfileReportBuilder(Clock.fixed(CliHarness.NOW, ZoneOffset.UTC), true);
        builder.machine(new Machine(
                "f00d",
                "Linux 6.1 amd64",
                new Machine.Cpu("Test CPU", 2, List.of("avx2", "fma")),
                8L << 30,
                List.of()));
        builder.cache("L1d", 32 << 10);
        builder.processor(processor(OptionalLong.of(8 << 20)));
        return builder;
    }

    private static Processor processor(OptionalLong lastLevelBytes) {
        return new Processor(
                Optional.of("GenuineIntel"),
                OptionalInt.of(6),
                OptionalInt.of(0x9E),
                OptionalInt.of(2),
                "as the test says",
                lastLevelBytes);
    }

    private static ProfileReport report() {
        ProfileReportBuilder builder = builder();
        builder.place(place(
                "native",
                Backends.NATIVE_CPU,
                Optional.empty(),
                List.of(
                        reading("clock", 0, Unit.CYCLE, 3e6),
                        reading("read", 16 << 10, Unit.BYTE, 100e6),
                        reading("read", 64 << 20, Unit.BYTE, 10e6),
                        reading("fma.float32", 8192, Unit.FLOP, 90e6),
                        model("matmul", "float32", 256, Unit.FLOP, 120e6),
                        ProfileFigure.without(
                                ProfileFigure.Subject.MODEL,
                                "matmul",
                                Optional.of("bfloat16"),
                                128,
                                1,
                                Unit.FLOP,
                                "no kernel for bfloat16")),
                List.of(new Knee(32 << 10, 48 << 10, 100e9, 50e9)),
                Optional.of(new TransferLine(10e-6, 20e9))));
        builder.place(place(
                "Chrome 153",
                Backends.WEBGPU,
                Optional.of(true),
                List.of(
                        reading("dispatch", 0, Unit.CALL, 200),
                        reading("copy", 4 << 20, Unit.BYTE, 1e6),
                        reading("upload", 1 << 20, Unit.BYTE, 2e6),
                        ProfileFigure.of(KernelReading.without(
                                "fma.float16", 0, Unit.FLOP, 1, "the adapter has no shader-f16"))),
                List.of(),
                Optional.empty()));
        builder.load("noisy: load average 9.9");
        return builder.build();
    }

    private static ProfileFigure reading(String kernel, long size, Unit unit, double work) {
        return ProfileFigure.of(KernelReading.measured(kernel, size, unit, work, 1, FINE));
    }

    private static ProfileFigure model(String name, String dtype, long size, Unit unit, double work) {
        return ProfileFigure.of(
                ProfileFigure.Subject.MODEL, name, Optional.of(dtype), size, 1, unit, work, FINE, List.of());
    }

    private static PlaceProfile place(
            String place,
            Backend backend,
            Optional<Boolean> software,
            List<ProfileFigure> figures,
            List<Knee> knees,
            Optional<TransferLine> transfer) {
        return new PlaceProfile(
                place,
                backend,
                Optional.of(new Engine("onnxruntime", "1.29.0", Optional.empty())),
                software,
                Map.of("clockResolutionMs", "0.005"),
                figures,
                knees,
                transfer,
                CapabilitySet.none(),
                Optional.empty());
    }

    @Test
    void native_stands_beside_the_browser_with_reasons_where_there_is_no_number() {
        CliHarness.Result result = run(report(), "profile");

        assertThat(result.exit()).isZero();
        assertThat(result.out())
                .contains("3.00 GHz as measured")
                .contains("A  Chrome 153")
                .contains("*  software adapter")
                .containsPattern("L1d +32 KiB +32 KiB to 48 KiB \\(100 to 50 GB/s\\)")
                .containsPattern("L1d read, 16 KiB +100 ±0%")
                .containsPattern("RAM read, 64 MiB +10\\.0 ±0%")
                .containsPattern("copy, 4 MiB +1\\.00 ±0%")
                .containsPattern("CPU peak +cpu")
                .containsPattern("float32 fused multiply-add +96 +90\\.0 ±0%")
                .containsPattern("dispatch, in a row +5\\.00 ±0%")
                .containsPattern("latency, by the line through these, µs +10\\.0")
                .contains("cpu, bfloat16 matmul: no kernel for bfloat16")
                .contains("A webgpu*, float16 fma: the adapter has no shader-f16")
                .contains("noisy: load average 9.9");
    }

    private static ProfileReport memory(OptionalLong lastLevelBytes, List<Knee> knees) {
        ProfileReportBuilder builder = builder();
        builder.processor(processor(lastLevelBytes));
        builder.place(place(
                "native",
                Backends.NATIVE_CPU,
                Optional.empty(),
                List.of(
                        reading("read", 16 << 10, Unit.BYTE, 100e6),
                        reading("read", 128 << 20, Unit.BYTE, 10e6),
                        ProfileFigure.of(KernelReading.measured("read", 128 << 20, Unit.BYTE, 30e6, 2, FINE))),
                knees,
                Optional.empty()));
        return builder.build();
    }

    @Test
    void a_working_set_that_the_caches_of_all_sockets_may_hold_is_not_called_memory() {
        assertThat(run(memory(OptionalLong.of(32 << 20), List.of()), "profile").out())
                .containsPattern("RAM read, 128 MiB +10\\.0")
                .containsPattern("RAM read, 128 MiB, 2 threads +30\\.0")
                .doesNotContain("not known to show the memory");
        assertThat(run(memory(OptionalLong.of(512 << 20), List.of()), "profile").out())
                .containsPattern("largest read, 128 MiB +10\\.0")
                .containsPattern("largest read, 128 MiB, 2 threads +30\\.0")
                .contains("not known to show the memory: that takes 2048 MiB")
                .doesNotContain("RAM");
        assertThat(run(memory(OptionalLong.empty(), List.of()), "profile").out())
                .contains("not known to show the memory: the system does not tell")
                .doesNotContain("RAM");
    }

    @Test
    void a_measured_step_that_is_no_reported_caches_end_has_a_row_of_its_own() {
        assertThat(run(memory(OptionalLong.of(8 << 20), List.of(new Knee(4 << 20, 6 << 20, 100e9, 50e9))), "profile")
                        .out())
                .containsPattern("L1d +32 KiB +no step seen")
                .containsPattern("further step 1 +no such cache +4 MiB to 6 MiB \\(100 to 50 GB/s\\)");
    }

    @Test
    void a_number_above_the_theoretical_peak_is_not_shown_silently() {
        assertThat(run(report(), "profile").out())
                .containsPattern("float32 matmul +96 +120 ±0% \\(256\\)")
                .contains("cpu, float32 matmul: above the theoretical peak of 96.0 G/s");
    }

    @Test
    void json_is_the_document_and_keeps_every_sample() throws Exception {
        JsonNode document =
                Json.MAPPER.readTree(run(report(), "profile", "--json").out());

        DocumentSchema.PROFILE.validate(document);
        JsonNode matmul = document.at("/places/0/figures/4");
        assertThat(matmul.at("/perSecond/median").asDouble()).isEqualTo(120e9);
        assertThat(matmul.at("/perSecond/n").asInt()).isEqualTo(6);
        assertThat(matmul.at("/samplesMs")).hasSize(6);
        assertThat(matmul.at("/peakShare").asDouble()).isCloseTo(1.25, within(1e-4));
        assertThat(document.at("/places/0/figures/5/perSecond").isNull()).isTrue();
        assertThat(document.at("/places/0/figures/5/reason").asText()).isEqualTo("no kernel for bfloat16");
        assertThat(document.at("/places/1/software").asBoolean()).isTrue();
        assertThat(document.at("/peaks/int8/perCycle").isNull()).isTrue();
        assertThat(document.at("/peaks/int8/basis").asText()).contains("VNNI");
    }

    @Test
    void negative_control_a_document_with_another_shape_does_not_fit_the_schema() throws Exception {
        JsonNode document =
                Json.MAPPER.readTree(run(report(), "profile", "--json").out());
        ((com.fasterxml.jackson.databind.node.ObjectNode) document.at("/places/0/figures/0")).remove("reason");

        assertThat(DocumentSchema.PROFILE.complaints(document)).isNotEmpty();
    }

    @Test
    void the_document_goes_into_a_file_as_well() throws Exception {
        Path file = folder.resolve("deep/profile.json");

        CliHarness.Result result = run(report(), "profile", "--out", file.toString());

        assertThat(result.out()).contains("machine");
        DocumentSchema.PROFILE.validate(Json.MAPPER.readTree(Files.readString(file)));
    }

    @Test
    void what_is_asked_for_is_what_is_profiled() {
        run(report(), "profile", "--quick", "--backends", "cpu,wasm");
        run(report(), "profile");

        assertThat(requests.get(0).quick()).isTrue();
        assertThat(requests.get(0).backends()).containsExactlyInAnyOrder(Backends.NATIVE_CPU, Backends.WASM);
        assertThat(requests.get(1).quick()).isFalse();
        assertThat(requests.get(1).wants(Backends.WEBNN)).isTrue();
    }

    @Test
    void an_unknown_backend_is_an_error_that_names_those_there_are() {
        CliHarness.Result result = run(report(), "profile", "--backends", "gpu");

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err()).contains("there is no backend called 'gpu'").contains("webgpu");
    }

    @Test
    void where_nothing_could_be_measured_the_environment_is_unusable() {
        ProfileReportBuilder builder = builder();
        builder.error(Failure.of(ErrorCode.NO_BROWSER, "no browser was found"));

        CliHarness.Result result = run(builder.build(), "profile");

        assertThat(result.exit()).isEqualTo(5);
        assertThat(result.out()).contains("NO_BROWSER no browser was found");
    }

    @Test
    void a_profile_that_was_stopped_shows_what_there_is_and_says_so() {
        ProfileReportBuilder builder = builder();
        builder.interrupted();

        CliHarness.Result result = run(builder.build(), "profile");

        assertThat(result.exit()).isEqualTo(130);
        assertThat(result.out()).contains("stopped on its way");
    }
}
