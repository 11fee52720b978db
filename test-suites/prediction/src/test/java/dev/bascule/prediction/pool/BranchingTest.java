package dev.bascule.prediction.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

class BranchingTest {
    private final ExpressionsBasedModel program = new ExpressionsBasedModel();
    private final Variable x = program.newVariable("x").lower(0).upper(3).weight(1);

    private Searched<Branching.Best> solved(LongSupplier nanos) {
        return new Branching(program, List.of(x), false, nanos, 10).solve();
    }

    @Test
    void the_least_whole_number_is_found_and_proven() {
        program.newExpression("at least").set(x, 2).lower(3);

        assertThat(solved(() -> 0).found().orElseThrow().value()).isEqualTo(2);
        assertThat(solved(() -> 0).found().orElseThrow().proven()).isTrue();
    }

    @Test
    void what_no_number_keeps_is_none() {
        program.newExpression("at least").set(x, 1).lower(4);

        assertThat(solved(() -> 0)).isEqualTo(new Searched.None<>());
    }

    @Test
    void where_the_time_is_over_nothing_is_ruled_out() {
        long[] now = {0};

        assertThat(solved(() -> now[0]++ * 100)).isEqualTo(new Searched.Undecided<>());
    }

    /** A program without a least value: whatever the solver says of it is not the best. */
    @Test
    void what_the_solver_cannot_answer_is_not_proven() {
        program.newVariable("without bounds").weight(1);

        assertThat(solved(() -> 0).found().map(Branching.Best::proven)).isNotEqualTo(Optional.of(true));
        assertThat(solved(() -> 0)).isNotEqualTo(new Searched.None<>());
    }

    @Test
    void only_a_solver_that_says_so_rules_values_out() {
        assertThat(Stream.of(Optimisation.State.values()).filter(Branching::rulesOut))
                .containsExactly(Optimisation.State.INFEASIBLE);
    }
}
