package dev.bascule.studies.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.job.KernelReading;
import dev.bascule.fallback.job.KernelReading.Unit;
import dev.bascule.fallback.measure.Samples;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("red-team")
class PhysicalBoundsTest {
    private static final long GIB = 1L << 30;

    private static final Processor KNOWN = new Processor(
            Optional.of("GenuineIntel"),
            OptionalInt.of(6),
            OptionalInt.of(0x9E),
            OptionalInt.of(2),
            "as the test says",
            OptionalLong.of(32L << 20));

    private static final PhysicalBounds TWO = new PhysicalBounds(2, List.of("avx2", "avx512f", "fma"), KNOWN);

    @Test
    void memory_at_20_terabytes_a_second_is_refused() {
        assertThat(TWO.beyond(figure("triad", GIB, Unit.BYTE, 20e12)))
                .contains("2.00e+13 bytes/s is beyond physics: 2 logical processors cannot do more than 4.00e+11");
    }

    @Test
    void fifty_three_teraflops_on_two_processors_are_refused() {
        assertThat(TWO.beyond(figure("gemm.float32", 512, Unit.FLOP, 53e12))).isPresent();
        assertThat(new PhysicalBounds(2, List.of("avx512f", "amx_int8"), KNOWN)
                        .beyond(figure("gemm.float32", 512, Unit.FLOP, 53e12)))
                .as("AMX takes no float32")
                .isPresent();
        assertThat(new PhysicalBounds(2, List.of("avx512f", "amx_int8"), KNOWN)
                        .beyond(figure("gemm.int8", 512, Unit.FLOP, 153e12)))
                .as("a matrix unit has its end, too")
                .isPresent();
    }

    @Test
    void a_clock_of_20_gigahertz_is_refused() {
        assertThat(TWO.beyond(figure("clock", 0, Unit.CYCLE, 20e9))).isPresent();
    }

    /** What was seen on real machines: two cores of an EPYC, Apple's M3 Ultra, two sockets of EPYC 9005, a Xeon with AMX. */
    @Test
    void what_processors_really_do_is_never_refused() {
        assertThat(TWO.beyond(figure("triad", GIB, Unit.BYTE, 40e9))).isEmpty();
        assertThat(TWO.beyond(figure("triad", 16 << 10, Unit.BYTE, 900e9))).isEmpty();
        assertThat(TWO.beyond(figure("fma.float32", 0, Unit.FLOP, 420e9))).isEmpty();
        assertThat(TWO.beyond(figure("clock", 0, Unit.CYCLE, 5.9e9))).isEmpty();
        assertThat(TWO.beyond(figure("launch", 0, Unit.CALL, 3e8))).isEmpty();
        PhysicalBounds apple = new PhysicalBounds(32, List.of("asimd"), KNOWN);
        assertThat(apple.beyond(figure("triad", GIB, Unit.BYTE, 819e9))).isEmpty();
        assertThat(apple.beyond(figure("gemm.float32", 512, Unit.FLOP, 6e12))).isEmpty();
        assertThat(new PhysicalBounds(768, List.of("avx512f"), KNOWN).beyond(figure("triad", GIB, Unit.BYTE, 1.2e12)))
                .isEmpty();
        assertThat(new PhysicalBounds(4, List.of("avx512f", "amx_int8"), KNOWN)
                        .beyond(figure("gemm.int8", 512, Unit.FLOP, 20e12)))
                .isEmpty();
    }

    @Test
    void what_is_refused_keeps_its_samples_and_says_why() {
        ProfileFigure held =
                TWO.held(List.of(figure("triad", GIB, Unit.BYTE, 20e12))).get(0);
        assertThat(held.rate()).isEmpty();
        assertThat(held.reason().orElseThrow()).contains("beyond physics");
        assertThat(held.samples().size()).isEqualTo(6);
    }

    private static ProfileFigure figure(String kernel, long size, Unit unit, double perSecond) {
        return ProfileFigure.of(KernelReading.measured(
                kernel,
                size,
                unit,
                perSecond / 1e3,
                1,
                Samples.ofMillis(0.999, 1.001, 0.9987, 1.0003, 1.0004, 0.9996)));
    }
}
