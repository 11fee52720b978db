package dev.bascule.studies.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.reports.training.ReferenceConvergence;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConvergenceTest {
    private static final int STEPS = 50;
    private static final OptionalLong NEVER = OptionalLong.empty();

    private static List<TargetTraining> runs(Backend backend, int steps, OptionalLong reached) {
        return LongStream.range(0, 6)
                .mapToObj(seed -> TrainingResults.of(backend, seed, steps, reached))
                .toList();
    }

    private static List<Convergence> beside(List<TargetTraining> here, List<TargetTraining> reference) {
        return Convergence.of(Stream.concat(here.stream(), reference.stream()).toList(), STEPS);
    }

    @Test
    void seeds_that_all_come_later_are_too_slow() {
        List<Convergence> seen = beside(
                runs(Backends.WASM, STEPS, OptionalLong.of(40)), runs(Backends.NATIVE_CPU, STEPS, OptionalLong.of(30)));

        assertThat(seen).singleElement().satisfies(each -> {
            assertThat(each.beside().verdict()).isEqualTo(ReferenceConvergence.Verdict.TOO_SLOW);
            assertThat(each.leftOut()).isZero();
        });
    }

    @Test
    void a_seed_that_a_chain_trains_again_on_the_same_backend_counts_once() {
        List<TargetTraining> three =
                runs(Backends.WASM, STEPS, OptionalLong.of(40)).subList(0, 3);
        List<Convergence> seen = beside(
                Stream.concat(three.stream(), three.stream()).toList(),
                runs(Backends.NATIVE_CPU, STEPS, OptionalLong.of(30)).subList(0, 3));

        assertThat(seen).singleElement().satisfies(each -> {
            assertThat(each.beside().of()).isEqualTo(3);
            assertThat(each.beside().verdict()).isEqualTo(ReferenceConvergence.Verdict.TOO_FEW_SEEDS);
            assertThat(each.leftOut()).isZero();
        });
    }

    @Test
    void without_a_target_that_anyone_reached_nothing_is_told() {
        assertThat(beside(runs(Backends.WASM, STEPS, NEVER), runs(Backends.NATIVE_CPU, STEPS, NEVER)))
                .isEmpty();
    }

    @Test
    void a_run_that_was_cut_short_did_not_fail_to_reach_the_target() {
        List<Convergence> seen = beside(
                Stream.concat(
                                runs(Backends.WASM, STEPS, OptionalLong.of(30)).stream()
                                        .limit(4),
                                runs(Backends.WASM, STEPS / 2, NEVER).stream().skip(4))
                        .toList(),
                runs(Backends.NATIVE_CPU, STEPS, OptionalLong.of(30)));

        assertThat(seen).singleElement().satisfies(each -> {
            assertThat(each.leftOut()).isEqualTo(2);
            assertThat(each.beside().of()).isEqualTo(4);
            assertThat(each.beside().verdict()).isEqualTo(ReferenceConvergence.Verdict.TOO_FEW_SEEDS);
        });
    }

    @Test
    void what_was_not_right_is_no_reference() {
        GradientJudgement wrong = new GradientJudgement(
                List.of(new GradientJudgement.Layer("a", 8, 1e4, 1, List.of(4L, 4L), OptionalDouble.of(1e-9))));
        List<TargetTraining> reference = LongStream.range(0, 6)
                .mapToObj(seed -> TrainingResults.of(Backends.NATIVE_CPU, seed, wrong, STEPS, OptionalLong.of(30)))
                .toList();

        assertThat(beside(runs(Backends.WASM, STEPS, OptionalLong.of(40)), reference))
                .isEmpty();
    }
}
