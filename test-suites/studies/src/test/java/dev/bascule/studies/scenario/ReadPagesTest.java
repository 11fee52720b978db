package dev.bascule.studies.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages that are dark on the left where they stand upright, and models that go by their first pixel. */
@Tag("red-team")
class ReadPagesTest {
    private static final int SIZE = 16;
    private static final Shape PICTURE = Shape.of(1, 3, SIZE, SIZE);
    private static final Shape STRIP = Shape.of(1, 3, 4, 8);
    private static final List<Double> HALF = List.of(0.5, 0.5, 0.5);
    private static final AnswerSpec WHERE = new AnswerSpec.TextBoxes("map", 0.3, 0.6, 1.5, 10);
    private static final AnswerSpec WAY = new AnswerSpec.Classes("way", false, 2, List.of("upright", "upside down"));
    private static final AnswerSpec TEXT = new AnswerSpec.Ctc("text", 0, List.of("", "A", "B"));

    @TempDir
    Path folder;

    @Test
    void pages_are_read_from_the_picture_to_the_text_and_turned_where_they_stand_on_their_head() throws IOException {
        ScenarioFinding finding = play(ReadPagesTest::models, readers());
        assertThat(finding.trouble()).isEmpty();
        assertThat(ScriptedStage.figure(finding, "pages read").value()).contains(3.0);
        assertThat(ScriptedStage.figure(finding, "character error rate").value())
                .contains(1 / 3.0);
        assertThat(ScriptedStage.figure(finding, "character error rate, native CPU")
                        .value())
                .contains(1 / 3.0);
        assertThat(ScriptedStage.figure(finding, "boxes a page").value()).contains(1.0);
        for (PageRead.Part part : PageRead.Part.values()) {
            assertThat(ScriptedStage.figure(finding, "page: " + part.words()).samples())
                    .hasSize(3);
        }
        assertThat(finding.notes()).contains("page 3 says 'B', and 'A' was read");
    }

    @Test
    void negative_control_a_target_that_takes_no_page_for_turned_reads_another_text_and_is_wrong() throws IOException {
        ScenarioFinding finding = play(
                inputs -> inputs.containsKey("line")
                        ? Map.of("way", Tensor.floats(Shape.of(1, 2), 1, 0))
                        : models(inputs),
                readers());
        assertThat(finding.trouble()).hasValueSatisfying(why -> {
            assertThat(why.verdict()).isEqualTo(Verdict.WRONG);
            assertThat(why.failure().message())
                    .isEqualTo("1 of 3 pages are not read as native CPU reads them: page 2 is 'B' here and 'A' there");
        });
    }

    @Test
    void a_target_that_dies_says_so_and_keeps_no_number_of_what_it_did_not_read() throws IOException {
        ScriptedStage stage = stage(
                Script.right(Backends.WASM).computing(ReadPagesTest::models).dying("infer"), readers());
        ScenarioFinding finding = stage.play(new ReadPages(12), detector(), ScriptedStage.right(), Backends.WASM);
        assertThat(finding.trouble().map(ScenarioFailure::verdict)).contains(Verdict.CRASHED);
        assertThat(finding.figures()).isEmpty();
    }

    @Test
    void without_the_weights_of_its_readers_nothing_is_read_and_the_remedy_is_told() throws IOException {
        Failure absent = Failure.of(ErrorCode.MODEL_NOT_FOUND, "not here", "bascule models fetch pp-ocrv4-rec");
        ScenarioFinding finding = play(ReadPagesTest::models, new Followers.Absent(absent));
        assertThat(finding.trouble()).hasValueSatisfying(why -> {
            assertThat(why.verdict()).isEqualTo(Verdict.SKIPPED);
            assertThat(why.failure()).isEqualTo(absent);
        });
    }

    @Test
    void lines_come_from_above_pieces_from_the_left_and_both_the_other_way_round_on_a_turned_page() {
        List<PageLayout.Piece> upright = List.of(
                piece(50, 42, false, "d"), piece(0, 40, false, "c"), piece(40, 1, false, "b"), piece(0, 0, false, "a"));
        assertThat(PageLayout.text(upright)).isEqualTo("a b\nc d");
        List<PageLayout.Piece> turned = List.of(
                piece(0, 0, true, "d"), piece(40, 1, true, "c"), piece(0, 40, true, "b"), piece(50, 42, true, "a"));
        assertThat(PageLayout.text(turned)).isEqualTo("a b\nc d");
        assertThat(PageLayout.text(List.of())).isEmpty();
    }

    @Test
    void an_error_rates_interval_is_of_pages_and_without_an_error_of_characters() {
        List<String> labels = List.of("ABCD", "ABCD", "ABCD", "ABCD", "ABCD");
        assertThat(ErrorRate.figure("e", labels, labels)
                        .interval()
                        .orElseThrow()
                        .high())
                .isBetween(0.1, 0.25);
        var one = ErrorRate.figure("e", labels, List.of("ABCD", "ABCD", "ABCD", "ABCD", "XYZW"));
        assertThat(one.value()).contains(0.2);
        assertThat(one.interval().orElseThrow().low()).isZero();
        assertThat(one.interval().orElseThrow().high()).isBetween(0.4, 1.0);
        assertThat(ErrorRate.figure("of two pages", labels, List.of("ABCD", "XYZW"))
                        .interval())
                .isEmpty();
    }

    private static PageLayout.Piece piece(double left, double top, boolean turned, String text) {
        return new PageLayout.Piece(
                new dev.bascule.fallback.answer.Answer.Box(left, top, left + 30, top + 20, "", 1), turned, text);
    }

    private ScenarioFinding play(Script.Inference page, Followers readers) throws IOException {
        return stage(Script.right(Backends.WASM).computing(page), readers)
                .play(new ReadPages(12), detector(), ScriptedStage.right(), Backends.WASM);
    }

    private ScriptedStage stage(Script page, Followers readers) throws IOException {
        ScriptedStage stage = new ScriptedStage(runner -> runner.on(Backends.WASM, page)
                .on(Backends.NATIVE_CPU, Script.right(Backends.NATIVE_CPU).computing(ReadPagesTest::models))
                .preparing(request -> Map.of("pixel_values", zeros(PICTURE))));
        stage.samples = new Samples.Known(
                List.of(page("upright", true, "A"), page("turned", false, "A"), page("unknown", true, "B")));
        stage.followers = readers;
        return stage;
    }

    /** One box of all that is seen; which way up by the first pixel, and A where that is dark. */
    private static Map<String, Tensor> models(Map<String, Tensor> inputs) {
        if (inputs.containsKey("page")) {
            float[] map = new float[SIZE * SIZE];
            Arrays.fill(map, 0.9f);
            return Map.of("map", Tensor.floats(Shape.of(1, 1, SIZE, SIZE), map));
        }
        if (inputs.containsKey("line")) {
            boolean upright = isDark(inputs.get("line"));
            return Map.of("way", Tensor.floats(Shape.of(1, 2), upright ? 1 : 0, upright ? 0 : 1));
        }
        boolean first = isDark(inputs.get("upright-line"));
        return Map.of("text", Tensor.floats(Shape.of(1, 1, 3), 0, first ? 1 : 0, first ? 0 : 1));
    }

    private static boolean isDark(Tensor pixels) {
        return Elements.of(pixels).at(0) < 0;
    }

    private static Tensor zeros(Shape shape) {
        return Tensor.floats(shape, new float[Math.toIntExact(shape.elements())]);
    }

    private static PreparedCase detector() {
        return AnsweringCases.of("page", PICTURE, "pixel_values", request(SIZE, SIZE, Map.of()), WHERE);
    }

    private static Followers readers() {
        return new Followers.Ready(List.of(
                AnsweringCases.of("line", STRIP, "pixel_values", request(8, 4, Map.of()), WAY),
                AnsweringCases.of("upright-line", STRIP, "pixel_values", request(8, 4, Map.of()), TEXT)));
    }

    private static PipelineRequest request(int width, int height, Map<String, ModelArtifact> assets) {
        return new PipelineRequest("p", new PipelineSpec.Vision(width, height, HALF, HALF), assets, Optional.empty());
    }

    /** @param dark whether the left half is, rather than the right */
    private LabelledCase page(String name, boolean dark, String label) throws IOException {
        BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
        for (int x = 0; x < SIZE; x++) {
            for (int y = 0; y < SIZE; y++) {
                image.setRGB(x, y, x < SIZE / 2 == dark ? 0x101010 : 0xF0F0F0);
            }
        }
        Path file = folder.resolve(name + ".png");
        ImageIO.write(image, "png", file.toFile());
        ModelArtifact artifact = new ModelArtifact("0".repeat(64), 100, file);
        return new LabelledCase(List.of(request(SIZE, SIZE, Map.of("image", artifact))), label);
    }
}
