package dev.bascule.studies.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.run.Figure;
import dev.bascule.models.pretrained.Spoken;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FrameTallyTest {
    private static final Duration FRAME = Duration.ofMillis(10);
    /** In frames 2 and 3 of ten. */
    private static final LabelledCase SPEECH = new LabelledCase(
            List.of(),
            "speech",
            Optional.empty(),
            Optional.of(new Spoken(Duration.ofMillis(18), Duration.ofMillis(41), FRAME)));

    private static final LabelledCase SILENCE = new LabelledCase(List.of(), "no speech");

    @Test
    void frames_are_right_by_where_speech_is_and_ends_are_told_in_milliseconds() {
        List<Figure> figures = figures(
                List.of(SPEECH, SILENCE), heard(0, 0, 0, 1, 1, 0, 0, 0, 0, 0), heard(0, 0, 0, 0, 0, 0, 0, 0, 0, 1));
        assertThat(figure(figures, "frames right").samples()).containsExactly(0.8, 0.9);
        assertThat(figure(figures, "frames right").value().orElseThrow())
                .isCloseTo(0.85, org.assertj.core.data.Offset.offset(1e-12));
        assertThat(figure(figures, "onset error").samples()).containsExactly(12.0);
        assertThat(figure(figures, "end error").samples()).containsExactly(9.0);
    }

    @Test
    void negative_control_of_speech_that_was_not_found_no_onset_is_told() {
        List<Figure> figures = figures(List.of(SPEECH), heard(0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        assertThat(figures).extracting(Figure::name).doesNotContain("onset error", "end error");
        assertThat(figure(figures, "frames right").value()).contains(0.8);
    }

    @Test
    void samples_that_do_not_say_when_have_no_such_figures() {
        assertThat(figures(List.of(SILENCE), heard(1, 0))).isEmpty();
        assertThat(FrameTally.figures(List.of(SPEECH), List.of(SPEECH), List.of(List.of(new Answer.Text("speech", 1)))))
                .isEmpty();
    }

    @Test
    void negative_control_with_labels_exchanged_fewer_frames_are_right_and_of_too_few_sounds_that_is_not_told() {
        List<LabelledCase> labels = List.of(SPEECH, SILENCE, SPEECH, SILENCE, SPEECH, SILENCE);
        List<LabelledCase> exchanged = List.of(SILENCE, SPEECH, SILENCE, SPEECH, SILENCE, SPEECH);
        List<List<Answer>> heard = labels.stream()
                .<List<Answer>>map(label -> List.of(
                        label == SPEECH ? heard(0, 0, 1, 1, 1, 0, 0, 0, 0, 0) : heard(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
                .toList();
        List<Figure> figures = FrameTally.figures(labels, exchanged, heard);
        double right = figure(figures, "frames right").value().orElseThrow();
        assertThat(figure(figures, "frames right with labels shuffled").value().orElseThrow())
                .isLessThan(right - 0.15);
        assertThat(FrameTally.figures(labels.subList(0, 4), exchanged.subList(0, 4), heard.subList(0, 4)))
                .extracting(Figure::name)
                .doesNotContain("frames right with labels shuffled");
    }

    private static List<Figure> figures(List<LabelledCase> labels, Answer.Activity... heard) {
        return FrameTally.figures(
                labels,
                labels,
                java.util.Arrays.stream(heard).<List<Answer>>map(List::of).toList());
    }

    private static Answer.Activity heard(double... scores) {
        return new Answer.Activity(java.util.Arrays.stream(scores).boxed().toList(), 0.5);
    }

    private static Figure figure(List<Figure> figures, String name) {
        return figures.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
