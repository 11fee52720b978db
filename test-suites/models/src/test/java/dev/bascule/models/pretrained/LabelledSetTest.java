package dev.bascule.models.pretrained;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.answer.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LabelledSetTest {

    @ParameterizedTest
    @EnumSource(LabelledSet.class)
    void no_sample_is_asked_twice_and_each_run_asks_the_same(LabelledSet set) {
        List<LabelledSample> samples = set.samples(30);
        assertThat(samples).extracting(LabelledSample::identity).hasSize(30).doesNotHaveDuplicates();
        assertThat(set.samples(10))
                .extracting(LabelledSample::identity)
                .isEqualTo(
                        samples.stream().limit(10).map(LabelledSample::identity).toList());
    }

    @Test
    void pages_tell_where_their_lines_are_and_do_not_let_them_touch() {
        for (LabelledSample page : LabelledSet.PAGES.samples(12)) {
            List<Answer.Box> boxes = page.boxes().orElseThrow().found();
            assertThat(boxes).hasSameSizeAs(page.label().split("\n", -1));
            assertThat(boxes).allSatisfy(box -> {
                assertThat(box.left()).isNotNegative().isLessThan(box.right());
                assertThat(box.top()).isNotNegative().isLessThan(box.bottom());
                assertThat(box.right()).isLessThanOrEqualTo(LabelledSet.SEEN);
                assertThat(box.bottom()).isLessThanOrEqualTo(LabelledSet.SEEN);
            });
            for (int i = 0; i < boxes.size(); i++) {
                for (int j = 0; j < i; j++) {
                    assertThat(boxes.get(i).overlap(boxes.get(j))).isZero();
                }
            }
        }
    }

    @Test
    void a_third_of_the_pages_stand_on_their_head_and_their_first_line_is_the_lowest() {
        LabelledSample turned = LabelledSet.PAGES.samples(3).get(2);
        List<Answer.Box> boxes = turned.boxes().orElseThrow().found();
        assertThat(boxes.get(0).top()).isGreaterThan(boxes.get(2).top());
    }
}
