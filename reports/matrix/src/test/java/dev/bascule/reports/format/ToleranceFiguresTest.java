package dev.bascule.reports.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.reports.document.RunDocuments;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ToleranceFiguresTest {

    static Stream<Tolerance> kinds() {
        return Stream.of(
                Tolerance.EXACT,
                Tolerance.of(DType.FLOAT32, 9),
                Tolerance.onnxBackendTest(DType.FLOAT32),
                Tolerance.absolute(0.25, "test"),
                Tolerance.ulps(4, "test"),
                new Tolerance(new ElementTolerance.Noise(12.5), "test"),
                new Tolerance(new ElementTolerance.Noise(12.5, true), "test"),
                new Tolerance(new ElementTolerance.Noise(12.5, false, Optional.of(Precision.TF32)), "test"),
                new Tolerance(new ElementTolerance.Noise(12.5, false, Optional.of(Precision.FLOAT16)), "test"),
                new Tolerance(new ElementTolerance.Noise(12.5, false, Optional.of(Precision.BFLOAT16)), "test"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void every_kind_survives_being_kept(Tolerance tolerance) {
        assertThat(ToleranceFigures.of(tolerance).tolerance()).isEqualTo(tolerance);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void the_published_schema_has_the_word_for_every_kind(Tolerance tolerance) {
        ToleranceFigures.of(tolerance)
                .measure()
                .ifPresent(word -> assertThat(RunDocuments.schema()).contains('"' + word + '"'));
    }

    @Test
    void figures_of_an_earlier_build_are_scaled() {
        ToleranceFigures old = new ToleranceFigures(
                Optional.empty(),
                1e-4,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                "float32, 2 nodes");
        assertThat(old.tolerance()).isEqualTo(new Tolerance(new ElementTolerance.ByRms(1e-4), "float32, 2 nodes"));
    }

    @Test
    void a_measure_from_the_future_is_named() {
        ToleranceFigures odd = new ToleranceFigures(
                Optional.of("furlong"),
                1,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                "test");
        assertThatThrownBy(odd::tolerance).hasMessageContaining("furlong");
    }

    @Test
    void people_read_each_kind_with_its_unit() {
        assertThat(Figures.tolerance(new Tolerance(new ElementTolerance.Noise(12.5), "")))
                .isEqualTo("12.5 σ");
        assertThat(Figures.tolerance(Tolerance.ulps(4, ""))).isEqualTo("4 ULP");
        assertThat(Figures.tolerance(Tolerance.absolute(0.25, ""))).isEqualTo("0.250");
        assertThat(Figures.tolerance(new Tolerance(new ElementTolerance.Close(0.25, 0.5), "")))
                .isEqualTo("0.250 + 0.500 × |expected|");
        assertThat(Figures.tolerance(new Tolerance(0.25, ""))).isEqualTo("0.250 × (|expected| + typical)");
        assertThat(Figures.tolerance(new Tolerance(new ElementTolerance.Scaled(0.25, 0.5), "")))
                .isEqualTo("0.500 + 0.250 × (|expected| + typical)");
        assertThat(Figures.tolerance(new Tolerance(new ElementTolerance.ByRms(0.25), "")))
                .isEqualTo("0.250 × (|expected| + RMS)");
    }
}
