package dev.bascule.models.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.models.classify.LabelledModels.Labelled;
import dev.bascule.models.classify.Trials.Trial;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real models, names taken from them, by the rules as they are now. */
@Tag("corpus")
class CorpusClassificationTest {
    @Test
    void no_answer_is_wrong_and_every_family_and_architecture_is_told() {
        List<Labelled> corpora = LabelledModels.corpora();
        assumeTrue(corpora.size() == 5, "the corpora's models are not all there");

        List<Trial> trials = Trials.of(corpora);

        assertThat(trials.stream().filter(trial -> trial.strength() != Strength.THIN && !trial.right()))
                .isEmpty();
        assertThat(trials.stream().filter(trial -> trial.axis() != Axis.TASK && trial.strength() == Strength.THIN))
                .isEmpty();
        assertThat(trials.stream().filter(trial -> trial.axis() == Axis.ARCHITECTURE))
                .allMatch(trial -> trial.strength() == Strength.CLEAR);
    }
}
