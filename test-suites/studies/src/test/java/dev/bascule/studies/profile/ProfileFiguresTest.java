package dev.bascule.studies.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.CapabilitySet;
import dev.bascule.fallback.hardware.Showed;
import dev.bascule.fallback.job.KernelReading;
import dev.bascule.fallback.job.KernelReading.Unit;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.target.Machine;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ProfileFiguresTest {
    private static final Clock NOW = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

    private static final ProfileFigure.Placement HERE = new ProfileFigure.Placement(ProofClass.PROVEN, 0);

    private static ProfileFigure matmul(String dtype, double gigaflops) {
        return ProfileFigure.of(
                        ProfileFigure.Subject.MODEL,
                        "matmul",
                        Optional.of(dtype),
                        256,
                        1,
                        Unit.FLOP,
                        gigaflops * 1e6,
                        Samples.ofMillis(0.999998, 1, 1, 1, 1, 1.000002),
                        List.of())
                .at(HERE);
    }

    private static ProfileReport report(List<String> features, ProfileFigure... more) {
        ProfileReportBuilder builder = new ProfileReportBuilder(NOW, true);
        builder.machine(new Machine("f00d", "Linux", new Machine.Cpu("CPU", 2, features), 8L << 30, List.of()));
        builder.processor(processor("GenuineIntel", 6, 0x9E, OptionalInt.of(2)));
        ProfileFigure clock =
                ProfileFigure.of(KernelReading.measured("clock", 0, Unit.CYCLE, 3e6, 1, Samples.ofMillis(1, 1, 1.5)));
        List<ProfileFigure> figures = new java.util.ArrayList<>(List.of(clock));
        figures.addAll(List.of(more));
        builder.place(place(figures));
        return builder.build();
    }

    private static Processor processor(String vendor, int family, int model, OptionalInt cores) {
        return new Processor(
                Optional.of(vendor),
                OptionalInt.of(family),
                OptionalInt.of(model),
                cores,
                "as the test says",
                OptionalLong.empty());
    }

    private static PlaceProfile place(List<ProfileFigure> figures) {
        return new PlaceProfile(
                "native",
                Backends.NATIVE_CPU,
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                figures,
                List.of(),
                Optional.empty(),
                CapabilitySet.none(),
                Optional.empty());
    }

    @Test
    void a_rate_has_an_interval_from_six_samples_on_and_is_none_from_two() {
        assertThat(Rate.of(10, Samples.ofMillis(1, 2))).isEmpty();
        assertThat(Rate.of(10, Samples.ofMillis(1, 2, 3)))
                .hasValueSatisfying(rate -> assertThat(rate.ci95()).isEmpty());
        assertThat(Rate.of(10, Samples.ofMillis(2, 2, 2, 4, 4, 4))).hasValueSatisfying(rate -> {
            assertThat(rate.median()).isEqualTo(10 / 3.0 * 1e3);
            assertThat(rate.ci95()).hasValueSatisfying(interval -> {
                // From 2 to 4 ms, and a step of this clock's 1 ms more either way.
                assertThat(interval.low()).isEqualTo(2000);
                assertThat(interval.high()).isEqualTo(10_000);
            });
        });
    }

    @Test
    void too_few_samples_are_a_reason_and_no_number() {
        ProfileFigure figure =
                ProfileFigure.of(KernelReading.measured("read", 64, Unit.BYTE, 64, 1, Samples.ofMillis(1, 1)));

        assertThat(figure.rate()).isEmpty();
        assertThat(figure.reason())
                .hasValueSatisfying(reason -> assertThat(reason).contains("only 2 samples"));
    }

    @Test
    void a_figure_above_its_theoretical_peak_says_so_and_one_below_does_not() {
        // 3 GHz × 32 flop a cycle.
        ProfileReport report = report(List.of("avx2", "fma"), matmul("float32", 95), matmul("float32", 97));

        assertThat(report.peak("float32", 1)).contains(96e9);
        assertThat(report.peak("float32", 8)).as("there are two cores").contains(192e9);
        assertThat(report.peakOfAllCores("float32")).contains(192e9);
        List<ProfileFigure> figures = report.places().get(0).figures();
        assertThat(figures.get(1).notes()).isEmpty();
        assertThat(figures.get(2).notes())
                .singleElement()
                .asString()
                .contains("above the theoretical peak of 96.0 G/s");
    }

    @Test
    void where_no_peak_is_known_none_is_invented() {
        ProfileReport report = report(List.of("asimd"), matmul("float32", 1e6));

        assertThat(report.peak("float32", 1)).isEmpty();
        assertThat(report.peak("int8", 1)).isEmpty();
        assertThat(report.places().get(0).figures().get(1).notes()).isEmpty();
    }

    @Test
    void a_format_is_verified_by_a_right_result_and_not_by_one_between_casts() {
        ProfileReport report = report(
                List.of("avx2", "fma", "avx512_fp16", "avx512f"),
                matmul("float32", 1),
                matmul("float16", 1).noting(Emulation.NOTE),
                ProfileFigure.without(
                        ProfileFigure.Subject.MODEL,
                        "matmul",
                        Optional.of("int8"),
                        1,
                        1,
                        Unit.FLOP,
                        "its result is wrong"));

        CapabilitySet verified = report.places().get(0).verified();
        assertThat(Showed.has(verified, CapabilityRegistry.FP32)).isTrue();
        assertThat(verified.find(CapabilityRegistry.FP16)).isEmpty();
        assertThat(verified.find(CapabilityRegistry.INT8)).isEmpty();
    }

    @Test
    void negative_control_what_is_not_shown_to_have_run_here_alone_verifies_nothing() {
        for (ProfileFigure.Placement where : List.of(
                new ProfileFigure.Placement(ProofClass.REPORTED, 0),
                new ProfileFigure.Placement(ProofClass.UNKNOWN, 0),
                new ProfileFigure.Placement(ProofClass.PROVEN, 1))) {
            assertThat(report(List.of("avx2"), matmul("float32", 1).at(where))
                            .places()
                            .get(0)
                            .verified()
                            .isEmpty())
                    .as(where.toString())
                    .isTrue();
        }
        assertThat(ProfileAnalysis.verified(List.of(matmul("float32", 1)), Backends.WEBNN, List.of())
                        .isEmpty())
                .as("WebNN does not tell its device")
                .isTrue();
        assertThat(ProfileAnalysis.verified(
                                List.of(matmul("float32", 1).noting(ModelProbe.DEVICE_UNTOLD)),
                                Backends.COREML,
                                List.of())
                        .isEmpty())
                .as("Core ML picks its device and keeps no record")
                .isTrue();
        ProfileFigure own = ProfileFigure.of(KernelReading.measured(
                "gemm.float32", 64, Unit.FLOP, 1, 1, Samples.ofMillis(0.999998, 1, 1, 1, 1, 1.000002)));
        assertThat(Showed.has(
                        ProfileAnalysis.verified(List.of(own), Backends.WEBGPU, List.of()), CapabilityRegistry.FP32))
                .as("no engine stands between Bascule's own kernel and the device")
                .isTrue();
    }

    @Test
    void on_a_cpu_16_bit_floats_are_verified_only_where_it_claims_them() {
        assertThat(report(List.of("avx2", "fma"), matmul("float16", 1))
                        .places()
                        .get(0)
                        .verified()
                        .find(CapabilityRegistry.FP16))
                .isEmpty();
        assertThat(Showed.has(
                        report(List.of("avx512_fp16"), matmul("float16", 1))
                                .places()
                                .get(0)
                                .verified(),
                        CapabilityRegistry.FP16))
                .isTrue();
    }

    @Test
    void two_threads_of_one_core_have_the_peak_of_one_and_of_unknown_cores_none() {
        ProfileReportBuilder builder = new ProfileReportBuilder(NOW, true);
        builder.machine(
                new Machine("f00d", "Linux", new Machine.Cpu("CPU", 4, List.of("avx2", "fma")), 8L << 30, List.of()));
        builder.place(place(List.of(ProfileFigure.of(
                KernelReading.measured("clock", 0, Unit.CYCLE, 3e6, 1, Samples.ofMillis(1, 1, 1.5))))));
        builder.processor(processor("GenuineIntel", 6, 0x9E, OptionalInt.of(2)));
        assertThat(builder.build().peak("float32", 4)).contains(192e9);

        builder.processor(processor("GenuineIntel", 6, 0x97, OptionalInt.empty()));
        assertThat(builder.build().peak("float32", 1)).contains(96e9);
        assertThat(builder.build().peak("float32", 2)).isEmpty();
        assertThat(builder.build().peakOfAllCores("float32")).isEmpty();
    }

    private static java.util.OptionalDouble peak(List<String> features, String vendor, int family, int model) {
        return TheoreticalPeak.float32(features, processor(vendor, family, model, OptionalInt.empty()))
                .perCycle();
    }

    @Test
    void peaks_are_by_the_width_of_the_instructions_and_the_pipes_of_the_model() {
        List<String> wide = List.of("avx2", "fma", "avx512f", "avx512_vnni");
        List<String> narrow = List.of("avx2", "fma");
        String amd = "AuthenticAMD";
        String intel = "GenuineIntel";

        assertThat(peak(wide, amd, 25, 0x11)).as("Zen 4").hasValue(32);
        assertThat(peak(wide, amd, 26, 0x02)).as("Zen 5").hasValue(64);
        assertThat(peak(wide, amd, 26, 0x24)).as("Strix Point").hasValue(32);
        assertThat(peak(narrow, amd, 0x17, 0x01)).as("Zen 1").hasValue(16);
        assertThat(peak(narrow, amd, 0x17, 0x18)).as("Zen+").hasValue(16);
        assertThat(peak(narrow, amd, 0x17, 0x71)).as("Zen 2").hasValue(32);
        assertThat(peak(narrow, amd, 0x15, 0x65))
                .as("Excavator shares its pipes")
                .isEmpty();
        assertThat(peak(narrow, "HygonGenuine", 0x18, 0x00)).hasValue(16);
        assertThat(peak(wide, intel, 6, 0x8F)).as("Sapphire Rapids").hasValue(64);
        assertThat(peak(wide, intel, 6, 0x8C)).as("Tiger Lake").hasValue(32);
        assertThat(peak(narrow, intel, 6, 0x9E)).as("Kaby Lake").hasValue(32);
        assertThat(peak(narrow, intel, 6, 0xBE)).as("Gracemont alone").hasValue(16);
        assertThat(peak(List.of("avx"), intel, 6, 0x2A)).as("Sandy Bridge").hasValue(16);
        assertThat(peak(narrow, "CentaurHauls", 7, 0x3B)).isEmpty();
        assertThat(TheoreticalPeak.float32(narrow, Processor.UNKNOWN).perCycle())
                .as("instructions alone do not tell the width")
                .isEmpty();
        assertThat(TheoreticalPeak.int8(wide, processor(amd, 25, 0x11, OptionalInt.empty()))
                        .perCycle())
                .hasValue(128);
        assertThat(TheoreticalPeak.float32(List.of("asimd"), Processor.UNKNOWN))
                .satisfies(known -> assertThat(known.perCycle()).isEmpty())
                .satisfies(known -> assertThat(known.basis()).contains("pipes"));
    }

    @Test
    void the_largest_working_set_asked_for_is_four_times_all_last_level_caches_or_more() {
        assertThat(Processor.UNKNOWN.largestBytes(false)).isEqualTo(128L << 20);
        assertThat(Processor.UNKNOWN.isMemory(1L << 50)).isFalse();
        for (long mib : new long[] {8, 32, 33, 96, 384, 768}) {
            Processor processor = new Processor(
                    Optional.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    "as the test says",
                    OptionalLong.of(mib << 20));
            assertThat(processor.isMemory(processor.largestBytes(true))).isTrue();
            assertThat(Long.bitCount(processor.largestBytes(true))).isEqualTo(1);
            assertThat(processor.isMemory((mib << 22) - 1)).isFalse();
        }
    }

    @Test
    void a_transfer_is_a_line_of_latency_and_bandwidth_or_none() {
        TreeMap<Long, Double> points = new TreeMap<>();
        for (long bytes : new long[] {8192, 131072, 8 << 20}) {
            points.put(bytes, 20e-6 + bytes / 5e9);
        }
        assertThat(TransferLine.fit(points)).hasValueSatisfying(line -> {
            assertThat(line.latencySeconds()).isCloseTo(20e-6, org.assertj.core.data.Percentage.withPercentage(0.1));
            assertThat(line.bytesPerSecond()).isCloseTo(5e9, org.assertj.core.data.Percentage.withPercentage(0.1));
        });

        points.remove(8192L);
        assertThat(TransferLine.fit(points))
                .as("two points are always on a line")
                .isEmpty();
        points.put(8L << 20, 9e-3);
        points.put(64L << 20, 13e-3);
        points.put(128L << 20, 400e-3);
        assertThat(TransferLine.fit(points))
                .as("what lies on no line says nothing of bytes without end")
                .isEmpty();
        points.remove(128L << 20);
        points.remove(8L << 20);
        points.put(64L << 20, 1e-9);
        assertThat(TransferLine.fit(points)).as("more bytes in less time").isEmpty();
    }

    @Test
    void samples_that_lie_too_far_apart_are_no_figure() {
        ProfileFigure wild = ofSamples(1, 1, 1, 9, 9, 9, 9);
        assertThat(wild.rate()).isEmpty();
        assertThat(wild.reason()).hasValueSatisfying(why -> assertThat(why).contains("too far apart"));
        assertThat(wild.samples().size()).as("they stay in the document").isEqualTo(7);
        assertThat(ofSamples(9, 9.1, 9.2, 9, 9, 9.1, 9).rate()).isPresent();
    }

    private static ProfileFigure ofSamples(double... millis) {
        return ProfileFigure.of(
                ProfileFigure.Subject.MEMORY,
                "triad",
                Optional.empty(),
                32768,
                1,
                Unit.BYTE,
                1e6,
                Samples.ofMillis(millis),
                List.of());
    }

    @Test
    void short_samples_by_a_coarse_clock_are_gathered_or_give_nothing() {
        double[] short50 = new double[3000];
        java.util.Arrays.fill(short50, 0.05);

        // 0.005 ms on 0.05 ms is 10 %: a hundred of them err by 1 %.
        assertThat(SampleBatches.gather(Samples.ofMillis(short50), 0.005)).hasValueSatisfying(batches -> {
            assertThat(batches.of()).isEqualTo(100);
            assertThat(batches.samples().size()).isEqualTo(30);
            assertThat(batches.samples().median()).isCloseTo(5, org.assertj.core.data.Offset.offset(1e-9));
        });
        assertThat(SampleBatches.gather(Samples.ofMillis(short50), 1)).isEmpty();
        assertThat(SampleBatches.gather(Samples.ofMillis(0, 0, 0), 1)).isEmpty();
        assertThat(SampleBatches.gather(Samples.ofMillis(7, 8, 9), 0.005))
                .hasValueSatisfying(batches -> assertThat(batches.of()).isEqualTo(1));
    }
}
