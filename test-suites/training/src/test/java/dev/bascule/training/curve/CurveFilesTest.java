package dev.bascule.training.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurveFilesTest {
    private static final Instant BEGUN = Instant.ofEpochSecond(1_764_400_000);

    private static final Curve LOSS = new Curve(
            "loss",
            List.of(
                    new Curve.Point(1, 2.302585f, BEGUN.plusMillis(250)),
                    new Curve.Point(2, 1.5f, BEGUN.plusMillis(500)),
                    new Curve.Point(300, Float.POSITIVE_INFINITY, BEGUN.plusMillis(1000))));

    private static final Curve ACCURACY =
            new Curve("accuracy/test", List.of(new Curve.Point(2, 0.75f, BEGUN.plusMillis(750))));

    /** Written by tensorboard 2.21.0. */
    @Test
    void events_are_those_that_tensorboard_writes_byte_for_byte() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        EventFile.write(BEGUN, List.of(LOSS, ACCURACY), bytes);
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("by-tensorboard.tfevents"))) {
            assertThat(bytes.toByteArray()).isEqualTo(in.readAllBytes());
        }
        assertThat(EventFile.name(BEGUN)).isEqualTo("events.out.tfevents.1764400000.bascule");
    }

    @Test
    void tables_have_a_line_a_point() {
        assertThat(CurveText.csv(List.of(LOSS, ACCURACY)))
                .isEqualTo("curve,step,value,when\r\n"
                        + "loss,1,2.302585,2025-11-29T07:06:40.250Z\r\n"
                        + "loss,2,1.5,2025-11-29T07:06:40.500Z\r\n"
                        + "loss,300,Infinity,2025-11-29T07:06:41Z\r\n"
                        + "accuracy/test,2,0.75,2025-11-29T07:06:40.750Z\r\n");
        assertThat(CurveText.jsonLines(List.of(LOSS)).lines())
                .hasSize(3)
                .startsWith("{\"curve\":\"loss\",\"step\":1,\"value\":2.302585,\"when\":\"2025-11-29T07:06:40.250Z\"}")
                .anyMatch(line -> line.contains("\"value\":\"Infinity\""));
    }

    @Test
    void a_folder_has_all_three_and_one_that_cannot_be_is_told(@TempDir Path folder) throws IOException {
        CurveFiles.write(folder.resolve("wasm"), BEGUN, List.of(LOSS));
        assertThat(folder.resolve("wasm/curves.csv")).hasContent(CurveText.csv(List.of(LOSS)));
        assertThat(folder.resolve("wasm/curves.jsonl")).hasContent(CurveText.jsonLines(List.of(LOSS)));
        assertThat(folder.resolve("wasm").resolve(EventFile.name(BEGUN))).isNotEmptyFile();
        Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> CurveFiles.write(folder.resolve("file/run"), BEGUN, List.of(LOSS)))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUTPUT_UNWRITABLE));
    }

    @Test
    void steps_that_go_back_and_tags_that_would_need_quotes_are_refused() {
        assertThatThrownBy(() -> new Curve(
                        "loss", List.of(LOSS.points().get(1), LOSS.points().get(0))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Curve("loss,train", List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
