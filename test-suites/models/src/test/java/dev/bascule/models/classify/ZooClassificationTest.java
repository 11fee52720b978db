package dev.bascule.models.classify;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.models.classify.LabelledModels.Labelled;
import dev.bascule.models.classify.Trials.Trial;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every model of the zoo, at every size, with its names taken from it. */
class ZooClassificationTest {
    private static List<Trial> trials = List.of();

    @BeforeAll
    static void ask_the_rules() {
        trials = Trials.of(LabelledModels.zoo());
    }

    private static Stream<Trial> of(Axis axis) {
        return trials.stream().filter(trial -> trial.axis() == axis);
    }

    private static Set<String> unknown(Axis axis) {
        return of(axis).filter(trial -> trial.strength() == Strength.THIN)
                .map(Trial::network)
                .collect(Collectors.toSet());
    }

    @Test
    void no_answer_is_wrong() {
        assertThat(trials).hasSizeGreaterThan(250);
        assertThat(trials.stream().filter(trial -> trial.strength() != Strength.THIN && !trial.right()))
                .isEmpty();
    }

    @Test
    void every_architecture_is_told() {
        assertThat(unknown(Axis.ARCHITECTURE)).isEmpty();
    }

    /** Bands by frames may be of any sensor, and what another network made of a sound or of a text looks alike. */
    @Test
    void a_family_is_unknown_only_where_the_graph_does_not_show_it() {
        assertThat(unknown(Axis.FAMILY))
                .containsExactlyInAnyOrder("SeparableNet", "GruSpotter", "TemporalNet", "DecoderNetwork WHISPER");
    }

    @Test
    void a_task_is_unknown_only_where_the_graph_does_not_show_it() {
        assertThat(unknown(Axis.TASK)).containsExactlyInAnyOrder("FaceMesh", "TemporalNet", "DecoderNetwork WHISPER");
    }

    @Test
    void names_change_nothing_of_what_the_graph_shows() {
        for (Labelled model : LabelledModels.zoo()) {
            ModelProto named = model.graph().get();
            List<Trial> with = Trials.of(model, ModelClassifier.Findings.of(named));
            assertThat(trials).as(model.name()).containsAll(with);
        }
    }

    /** The negative control of the stripper: no name of a zoo model is left. */
    @Test
    void no_name_is_left_in_a_stripped_model() {
        ModelProto stripped = Stripper.strip(LabelledModels.zoo().get(0).graph().get());

        assertThat(stripped.toString())
                .doesNotContain("input_features", "layers.", "weight", "bascule", "whisper", "batch");
        assertThat(stripped.getGraph().getNodeCount()).isGreaterThan(50);
    }
}
