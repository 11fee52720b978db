package dev.bascule.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.export.TrainingPage.ClassAnswers.Row;
import dev.bascule.studies.training.Evaluation;
import dev.bascule.training.metric.Confusion;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TrainedClassesTest {
    /** Of the cats three are right, one is a dog and two are foxes; one dog has no answer; no fox was held out. */
    private static final Evaluation.Answers ANSWERS = new Evaluation.Answers(
            List.of("cat", "dog", "fox"),
            new Confusion(List.of(List.of(3, 1, 2), List.of(0, 4, 0), List.of(0, 0, 0)), List.of(0, 1, 0)));

    @Test
    void each_class_has_its_share_and_what_it_is_mistaken_for_most() {
        assertThat(TrainedClasses.of(2, ANSWERS).number()).isEqualTo(2);
        assertThat(TrainedClasses.of(2, ANSWERS).rows())
                .containsExactly(
                        new Row("cat", 3, 6, Optional.of("fox (2)")),
                        new Row("dog", 4, 5, Optional.empty()),
                        new Row("fox", 0, 0, Optional.empty()));
    }

    @Test
    void a_class_without_a_sample_has_no_accuracy_and_who_did_not_answer_counts() {
        JsonNode classes = Json.MAPPER.valueToTree(TrainClassesDocument.of(ANSWERS));
        assertThat(classes).hasSize(3);
        assertThat(classes.at("/1/accuracy").asDouble()).isEqualTo(0.8);
        assertThat(classes.at("/1/unanswered").asInt()).isEqualTo(1);
        assertThat(classes.at("/0/said/2").asInt()).isEqualTo(2);
        assertThat(classes.at("/2/accuracy").isNull()).isTrue();
    }
}
