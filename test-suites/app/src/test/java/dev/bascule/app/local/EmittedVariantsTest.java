package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.studies.quantization.Point;
import dev.bascule.studies.quantization.Points;
import dev.bascule.studies.quantization.QuantizationBudget;
import dev.bascule.studies.quantization.QuantizationReport.Emitted;
import dev.bascule.studies.quantization.QuantizationRequest.Emission;
import dev.bascule.studies.quantization.TargetJudge;
import dev.bascule.studies.quantization.TargetStudy;
import dev.bascule.studies.quantization.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmittedVariantsTest {
    private static final List<Variant> VARIANTS =
            List.of(new Variant("float16", "", Optional.empty(), "it is quantised already"));

    private static EmittedVariants wanting(String which) {
        return new EmittedVariants("model", Optional.of(new Emission(which, Path.of("made"))));
    }

    @Test
    void a_method_that_somebody_named_and_that_made_nothing_is_told() {
        assertThat(wanting("float16").refused(VARIANTS))
                .contains("--emit float16 wrote nothing: it was not made, for it is quantised already");
        assertThat(wanting("float16").write(VARIANTS, List.of())).isEmpty();
    }

    @Test
    void what_nobody_named_is_not() {
        assertThat(wanting("best").refused(VARIANTS)).isEmpty();
        assertThat(wanting("all").refused(VARIANTS)).isEmpty();
        assertThat(new EmittedVariants("model", Optional.empty()).refused(VARIANTS))
                .isEmpty();
    }

    @Test
    void without_the_unquantised_model_none_is_the_best_and_none_is_written(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("small"), "a model");
        Variant small = new Variant(
                "small",
                "",
                Optional.of(new Variant.File(
                        Optional.empty(),
                        new ModelArtifact("00", 7, file),
                        7,
                        "",
                        false,
                        List.of(),
                        List.of(),
                        List.of())),
                "");
        Point point = Points.of("small", 4, 0.5, 260_000);
        Point base = Points.of(Variant.ORIGINAL, 4, 1, 1_000_000);

        assertThat(best(folder, small, List.of(point))).isEmpty();
        assertThat(folder.resolve("made")).doesNotExist();
        assertThat(best(folder, small, Points.withCopies(base, point)))
                .singleElement()
                .extracting(Emitted::variant)
                .isEqualTo("small");
    }

    private static List<Emitted> best(Path folder, Variant variant, List<Point> points) {
        TargetJudge judge =
                new TargetJudge(Points.split(false), List.of(variant), QuantizationBudget.parse("bytes=300kB"));
        return new EmittedVariants("model", Optional.of(new Emission(Emission.BEST, folder.resolve("made"))))
                .write(
                        List.of(variant),
                        List.of(judge.of("cpu", new TargetStudy.Outcome(points, Map.of(), List.of()))));
    }
}
