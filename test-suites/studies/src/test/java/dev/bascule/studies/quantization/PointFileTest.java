package dev.bascule.studies.quantization;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.quantization.LayerPrecision;
import dev.bascule.quantization.Sensitivities;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PointFileTest {
    @TempDir
    Path folder;

    @Test
    void what_was_measured_is_there_again() {
        Path file = folder.resolve("there/points.jsonl");
        Point point = Points.of("small", 4, 0.5, 10);
        PointFile.open(file).add(PointFile.key(List.of("a", "b")), point);

        PointFile again = PointFile.open(file);

        assertThat(again.of(PointFile.key(List.of("a", "b")))).contains(point);
        assertThat(again.of(PointFile.key(List.of("a", "c")))).isEmpty();
    }

    @Test
    void what_is_known_of_texts_and_vectors_is_there_again_and_may_be_missing() throws IOException {
        Path file = folder.resolve("points.jsonl");
        Point classes = Points.of("small", 4, 0.5, 10);
        Point texts = Points.answering(
                classes,
                classes.answers().stream()
                        .map(answer -> answer.with(SampleAnswer.Further.ofText(2.5)))
                        .toList());
        PointFile.open(file).add("texts", texts);
        PointFile.open(file).add("classes", classes);
        // As a version wrote it that knew of none.
        Files.writeString(file, Files.readString(file).replace(",\"further\":null", ""));

        PointFile again = PointFile.open(file);

        assertThat(again.of("texts")).contains(texts);
        assertThat(again.of("classes")).contains(classes);
    }

    /** Of how much a share is decides its interval. */
    @Test
    void a_point_that_does_not_tell_of_how_many_places_its_shares_are_is_measured_anew() throws IOException {
        Path file = folder.resolve("points.jsonl");
        PointFile.open(file).add("old", Points.of("small", 4, 0.5, 10));
        Files.writeString(file, Files.readString(file).replace(",\"places\":1", ""));

        assertThat(PointFile.open(file).of("old")).isEmpty();
        assertThat(PointFile.open(file).unreadable()).isEqualTo(1);
    }

    @Test
    void a_line_that_was_cut_off_is_measured_anew_and_spoils_no_other() throws IOException {
        Path file = folder.resolve("points.jsonl");
        Point point = Points.of("small", 4, 0.5, 10);
        PointFile.open(file).add("one", point);
        Files.writeString(file, "{\"key\":\"two\",\"point\":{\"targ", StandardOpenOption.APPEND);

        PointFile again = PointFile.open(file);
        again.add("three", point);

        PointFile third = PointFile.open(file);
        assertThat(third.of("one")).contains(point);
        assertThat(third.of("two")).isEmpty();
        assertThat(third.of("three")).contains(point);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"right\":1.0|\"right\":7.0",
                "\"agrees\":1.0|\"agrees\":1.5",
                "\"divergence\":0.1|\"divergence\":-0.1",
                "\"bytes\":10|\"bytes\":-10",
                "\"proof\":\"PROVEN\"|\"proof\":\"SWORN\"",
                "\"there\":7|\"there\":70"
            })
    void figures_that_cannot_be_are_told_and_measured_anew(String was, String becomes) throws IOException {
        Path file = folder.resolve("points.jsonl");
        PointFile.open(file).add("one", Points.of("small", 4, 0.5, 10));
        assertThat(PointFile.open(file).unreadable()).isZero();
        String text = Files.readString(file);
        assertThat(text).contains(was);
        Files.writeString(file, text.replace(was, becomes));

        PointFile again = PointFile.open(file);

        assertThat(again.of("one")).isEmpty();
        assertThat(again.unreadable()).isEqualTo(1);
    }

    @Test
    void a_point_of_another_count_of_answers_or_blocks_is_of_no_variant_here() {
        Point point = Points.of("small", 4, 0.5, 10);
        Variant small = new Variant(
                "small",
                "",
                Optional.of(new Variant.File(
                        Optional.empty(),
                        new ModelArtifact("00", 10, Path.of("small.onnx")),
                        1,
                        "",
                        false,
                        List.of(),
                        List.of(),
                        List.of())),
                "");

        assertThat(point.isOf("cpu", small, Points.SAMPLES, 8)).isTrue();
        assertThat(point.isOf("cpu", small, Points.SAMPLES - 1, 8)).isFalse();
        assertThat(point.isOf("cpu", small, Points.SAMPLES, 7)).isFalse();
        assertThat(point.isOf("gpu", small, Points.SAMPLES, 8)).isFalse();
    }

    @Test
    void what_another_version_wrote_is_measured_anew() throws IOException {
        Path file = folder.resolve("points.jsonl");
        Files.writeString(file, "{\"key\":\"one\",\"point\":{\"colour\":\"red\"}}\n[]\n\n");

        assertThat(PointFile.open(file).of("one")).isEmpty();
    }

    @Test
    void what_a_layer_alone_does_is_kept_beside_points_and_nonsense_is_measured_anew() throws IOException {
        Path file = folder.resolve("points.jsonl");
        Sensitivities.Trial trial = new Sensitivities.Trial(LayerPrecision.INT4, Optional.empty(), Optional.of(0.25));
        PointFile.open(file).add("layer", trial);
        PointFile.open(file).add("one", Points.of("small", 4, 0.5, 10));

        PointFile again = PointFile.open(file);
        assertThat(again.trial("layer", LayerPrecision.INT4)).contains(trial);
        assertThat(again.trial("one", LayerPrecision.INT4)).isEmpty();
        assertThat(again.of("one")).isPresent();
        assertThat(again.unreadable()).isZero();

        Files.writeString(file, Files.readString(file).replace("0.25", "-0.25"));
        assertThat(PointFile.open(file).trial("layer", LayerPrecision.INT4)).isEmpty();
        assertThat(PointFile.open(file).unreadable()).isEqualTo(1);
    }

    @Test
    void what_a_layer_does_in_no_bits_or_in_others_is_measured_anew() throws IOException {
        Path file = folder.resolve("points.jsonl");
        PointFile.open(file)
                .add("layer", new Sensitivities.Trial(LayerPrecision.INT4, Optional.empty(), Optional.of(0.25)));
        String text = Files.readString(file);
        assertThat(text).contains("\"INT4\"");

        for (String none : List.of("null", "\"INT5\"")) {
            Files.writeString(file, text.replace("\"INT4\"", none));
            PointFile spoiled = PointFile.open(file);
            assertThat(spoiled.trial("layer", LayerPrecision.INT4)).isEmpty();
            assertThat(spoiled.unreadable()).isEqualTo(1);
        }

        Files.writeString(file, text.replace("\"INT4\"", "\"INT8\""));
        PointFile other = PointFile.open(file);
        assertThat(other.unreadable()).isZero();
        assertThat(other.trial("layer", LayerPrecision.INT4)).isEmpty();
        assertThat(other.unreadable()).isEqualTo(1);
    }
}
