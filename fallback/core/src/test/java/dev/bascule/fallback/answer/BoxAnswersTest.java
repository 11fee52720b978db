package dev.bascule.fallback.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.answer.Answer.Box;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page's decoder has the same cases in {@code boxes.test.ts}. */
class BoxAnswersTest {
    private static final AnswerSpec.TextBoxes TEXT = new AnswerSpec.TextBoxes("y", 0.3, 0.6, 1.5, 10);
    private static final AnswerSpec.Boxes FACES =
            new AnswerSpec.Boxes("scores", "boxes", 100, 50, 0.7, 0.5, 200, List.of("", "face"));

    @Test
    void text_is_where_likely_pixels_hang_together_grown_by_area_over_perimeter() {
        // 8 by 4 pixels at 6,5: they grow by 32 * 1.5 / 24 = 2 on each side.
        Answer.Boxes found = text(map(20, 20, new int[] {6, 5, 14, 9}), 20, 20);
        assertThat(found.found()).hasSize(1);
        near(found.found().get(0), 4, 3, 16, 11);
        assertThat(found.found().get(0).score()).isCloseTo(0.9, within(1e-6));
        assertThat(found.words()).isEqualTo("1 box: 4,3–16,11 (0.90)");
    }

    @Test
    void what_touches_by_a_corner_is_one_and_boxes_come_in_the_order_of_their_first_pixels() {
        float[] map = map(30, 20, new int[] {20, 2, 26, 8}, new int[] {2, 4, 6, 8}, new int[] {6, 8, 10, 12});
        List<Box> found = text(map, 30, 20).found();
        assertThat(found).hasSize(1);
        // The two that touch are one rectangle of which half is empty: its mean is too low.
        near(found.get(0), 17.75, 0, 28.25, 10.25);
    }

    @Test
    void a_box_stays_within_the_picture_and_a_speck_is_none() {
        List<Box> found = text(map(12, 12, new int[] {0, 0, 8, 6}, new int[] {9, 9, 11, 11}), 12, 12)
                .found();
        assertThat(found).hasSize(1);
        assertThat(found.get(0).left()).isZero();
        assertThat(found.get(0).top()).isZero();
    }

    @Test
    void so_many_boxes_and_no_more() {
        float[] map = map(40, 8, new int[] {1, 1, 7, 7}, new int[] {12, 1, 18, 7}, new int[] {24, 1, 30, 7});
        AnswerSpec spec = new AnswerSpec.TextBoxes("y", 0.3, 0.6, 1.5, 2);
        assertThat(((Answer.Boxes) decode(spec, Map.of("y", Tensor.floats(Shape.of(1, 1, 8, 40), map)))).found())
                .hasSize(2);
    }

    @Test
    void a_map_of_nothing_is_no_box_and_one_of_two_pictures_is_refused() {
        assertThat(text(new float[64], 8, 8).words()).isEqualTo("no box");
        assertThatThrownBy(() -> decode(TEXT, Map.of("y", Tensor.floats(Shape.of(2, 1, 4, 8), new float[64]))))
                .hasMessageContaining("no map of one picture");
    }

    @Test
    void of_boxes_that_overlap_the_likeliest_stays_and_of_equal_ones_the_first() {
        Answer.Boxes found =
                faces(new float[] {0.1f, 0.9f, 0.1f, 0.95f, 0.1f, 0.8f, 0.5f, 0.5f, 0.2f, 0.8f}, new float[] {
                    0.1f, 0.1f, 0.3f, 0.5f, //
                    0.1f, 0.1f, 0.32f, 0.5f, //
                    0.6f, 0.2f, 0.9f, 0.8f, //
                    0, 0, 1, 1, //
                    0.62f, 0.2f, 0.9f, 0.8f
                });
        assertThat(found.found()).hasSize(2);
        near(found.found().get(0), 10, 5, 32, 25);
        near(found.found().get(1), 60, 10, 90, 40);
        assertThat(found.words()).isEqualTo("2 boxes: face 10,5–32,25 (0.95); face 60,10–90,40 (0.80)");
    }

    @Test
    void corners_are_kept_within_the_picture_and_those_that_are_no_numbers_or_too_few_are_refused() {
        near(faces(new float[] {0, 1}, new float[] {-1, 0, 2, 1}).found().get(0), 0, 0, 100, 50);
        assertThatThrownBy(() -> faces(new float[] {0, 1}, new float[] {0, 0, Float.NaN, 1}))
                .hasMessage("'boxes' has a corner that is no number");
        assertThatThrownBy(() -> faces(new float[] {0, 1, 0}, new float[] {0, 0, 1, 1, 0, 0, 1, 1}))
                .hasMessageContaining("3 scores");
        assertThatThrownBy(() -> decode(FACES, Map.of("scores", Tensor.floats(Shape.of(1, 1, 2), 0, 1))))
                .hasMessage("there is no tensor 'boxes'");
    }

    @Test
    void overlap_is_what_both_have_of_what_either_has() {
        assertThat(box(0, 0, 10, 10).overlap(box(5, 0, 15, 10))).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(box(0, 0, 10, 10).overlap(box(10, 0, 20, 10))).isZero();
        assertThat(box(0, 0, 0, 0).overlap(box(0, 0, 0, 0))).isZero();
    }

    @Test
    void boxes_are_paired_one_to_one_and_what_has_no_counterpart_counts_as_nothing() {
        List<Box> right = List.of(box(0, 0, 10, 10), box(20, 0, 30, 10));
        BoxPairs twice = BoxPairs.of(right, List.of(box(0, 0, 10, 10), box(0, 0, 10, 9)));
        assertThat(twice.oneToOne(0.5)).isFalse();
        assertThat(twice.meanOverlap()).isCloseTo(0.5, within(1e-12));
        assertThat(BoxPairs.of(right, List.of(right.get(1), right.get(0))).oneToOne(0.99))
                .isTrue();
        assertThat(BoxPairs.of(right, List.of(right.get(0))).oneToOne(0.5)).isFalse();
        assertThat(BoxPairs.of(List.of(), List.of()).meanOverlap()).isEqualTo(1);
    }

    @Test
    void the_same_boxes_in_another_order_or_moved_by_a_pixel_are_the_same_answer_and_others_are_not() {
        Answer right = new Answer.Boxes(List.of(box(0, 0, 40, 20), box(50, 0, 90, 20)));
        assertThat(AnswerJudge.difference(right, new Answer.Boxes(List.of(box(50, 0, 90, 20), box(0, 0, 41, 20)))))
                .isEmpty();
        assertThat(AnswerJudge.difference(right, new Answer.Boxes(List.of(box(0, 0, 40, 20)))))
                .contains("it sees 1 box: 0,0–40,20 (0.90), not 2 boxes: 0,0–40,20 (0.90); 50,0–90,20 (0.90)");
        Box unsure = new Box(0, 0, 40, 20, "", 0.89);
        assertThat(AnswerJudge.difference(right, new Answer.Boxes(List.of(unsure, box(50, 0, 90, 20)))))
                .isPresent();
        Box named = new Box(0, 0, 40, 20, "face", 0.9);
        assertThat(AnswerJudge.difference(right, new Answer.Boxes(List.of(named, box(50, 0, 90, 20)))))
                .isPresent();
    }

    private static Answer.Boxes text(float[] map, int width, int height) {
        return (Answer.Boxes) decode(TEXT, Map.of("y", Tensor.floats(Shape.of(1, 1, height, width), map)));
    }

    private static Answer.Boxes faces(float[] scores, float[] corners) {
        return (Answer.Boxes) decode(
                FACES,
                Map.of(
                        "scores", Tensor.floats(Shape.of(scores.length), scores),
                        "boxes", Tensor.floats(Shape.of(corners.length), corners)));
    }

    private static Answer decode(AnswerSpec spec, Map<String, Tensor> outputs) {
        return AnswerDecoder.decode(spec, List.of(outputs), Map.of());
    }

    /** 0.9 in each rectangle, 0.1 elsewhere. */
    private static float[] map(int width, int height, int[]... rectangles) {
        float[] map = new float[width * height];
        Arrays.fill(map, 0.1f);
        for (int[] rectangle : rectangles) {
            for (int y = rectangle[1]; y < rectangle[3]; y++) {
                Arrays.fill(map, y * width + rectangle[0], y * width + rectangle[2], 0.9f);
            }
        }
        return map;
    }

    private static Box box(double left, double top, double right, double bottom) {
        return new Box(left, top, right, bottom, "", 0.9);
    }

    private static void near(Box box, double left, double top, double right, double bottom) {
        assertThat(box.left()).isCloseTo(left, within(1e-4));
        assertThat(box.top()).isCloseTo(top, within(1e-4));
        assertThat(box.right()).isCloseTo(right, within(1e-4));
        assertThat(box.bottom()).isCloseTo(bottom, within(1e-4));
    }

    @Test
    void a_box_without_area_is_itself_and_nothing_else() {
        Answer.Box edge = new Answer.Box(0, 5, 0, 9, "", 0.9);
        assertThat(BoxPairs.of(List.of(edge), List.of(edge)).oneToOne(0.8)).isTrue();
        assertThat(BoxPairs.of(List.of(edge), List.of(new Answer.Box(0, 5, 0, 10, "", 0.9)))
                        .oneToOne(0.8))
                .isFalse();
    }
}
