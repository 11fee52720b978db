package dev.bascule.prediction.feasible;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.prediction.World;
import dev.bascule.prediction.data.PredictedModel;
import dev.bascule.prediction.data.TrainingSet;
import dev.bascule.prediction.work.OperatorClass;
import dev.bascule.prediction.work.WorkSummary;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FeasibilityTest {
    private final World world =
            new World(10, 3, 0.01).measured("s1", World.CPU, 1).measured("s2", World.WASM, 1);
    private final TrainingSet set = world.set();
    private final PredictedModel model = world.models().get(0);

    @Test
    void nothing_speaks_against_a_model_of_operators_that_others_ran_right() {
        assertThat(new Feasibility(set, List.of()).doubt(model, World.WASM)).isEmpty();
    }

    @Test
    void operators_that_no_model_ran_right_there_are_a_doubt() {
        PredictedModel recurrent = new PredictedModel(
                "lstm",
                "f".repeat(64),
                "x float32[1]",
                "lstm",
                new WorkSummary(Map.of(OperatorClass.RECURRENT, new WorkSummary.ClassWork(1e6, 1e6, 1, 1))));
        assertThat(new Feasibility(set, List.of()).doubt(recurrent, World.WASM))
                .hasValueSatisfying(why -> assertThat(why).contains("RECURRENT"));
    }

    @Test
    void a_relative_that_failed_there_is_a_doubt_for_its_own_architecture_alone() {
        Feasibility feasibility = new Feasibility(set, List.of(new FailedPair(model, World.WASM)));
        PredictedModel sibling = world.models().get(1);
        PredictedModel stranger = world.models().get(5);
        assertThat(feasibility.doubt(sibling, World.WASM)).isPresent();
        assertThat(feasibility.doubt(stranger, World.WASM)).isEmpty();
        assertThat(feasibility.doubt(sibling, World.CPU)).isEmpty();
    }

    @Test
    void where_many_fail_every_model_may() {
        List<FailedPair> failures = world.models().stream()
                .limit(3)
                .map(each -> new FailedPair(each, World.WASM))
                .toList();
        assertThat(new Feasibility(set, failures).doubt(world.models().get(20), World.WASM))
                .hasValueSatisfying(why -> assertThat(why).contains("3 of 33 models failed there"));
    }

    @Test
    void where_several_failed_and_none_ran_right_nothing_is_predicted() {
        List<FailedPair> three = world.models().stream()
                .limit(3)
                .map(each -> new FailedPair(each, World.WEBNN))
                .toList();
        PredictedModel asked = world.models().get(20);
        assertThat(new Feasibility(set, three).cannot(asked, World.WEBNN))
                .contains("not expected to run, inferred from others: none of 3 models ran right there");
        assertThat(new Feasibility(set, three.subList(0, 2)).cannot(asked, World.WEBNN))
                .isEmpty();
        assertThat(new Feasibility(set, three).cannot(asked, World.WASM)).isEmpty();
    }

    @Test
    void one_failure_among_many_that_ran_right_takes_no_number_away() {
        assertThat(new Feasibility(set, List.of(new FailedPair(world.models().get(3), World.WASM)))
                        .cannot(world.models().get(4), World.WASM))
                .isEmpty();
    }

    @Test
    void where_nothing_ran_right_nothing_is_expected_to() {
        assertThat(new Feasibility(set, List.of()).doubt(model, World.WEBNN)).contains("no model ran right there");
    }
}
