package dev.bascule.fallback.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.ErrorCode;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FallbackPolicyTest {

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void every_code_has_a_word_that_is_read_again(ErrorCode code) {
        String word = FallbackPolicy.word(code);

        assertThat(FallbackPolicy.of(List.of(word)).orElseThrow().words()).containsExactly(word);
        assertThat(FallbackPolicy.vocabulary()).contains(word);
    }

    @Test
    void its_words_say_it_whole_in_one_order() {
        for (FallbackPolicy policy : List.of(
                FallbackPolicy.DEFAULT,
                FallbackPolicy.NONE,
                FallbackPolicy.ANY,
                new FallbackPolicy(Set.of(Outcome.CRASHED, Outcome.UNSUPPORTED), Set.of(ErrorCode.WASM_TRAP)))) {
            assertThat(FallbackPolicy.of(policy.words())).contains(policy);
            assertThat(FallbackPolicy.of(List.of(policy.toString().split(",")))).contains(policy);
        }
        assertThat(FallbackPolicy.of(List.of("crashed", "wasm-trap", "unsupported"))
                        .orElseThrow())
                .hasToString("unsupported,crashed,wasm-trap");
        assertThat(FallbackPolicy.NONE).hasToString("none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"succeeded", "cancelled", "WRONG", "wasm_trap", "", "all"})
    void what_is_no_word_is_refused(String word) {
        assertThat(FallbackPolicy.of(List.of(word))).isEmpty();
    }

    @Test
    void none_stands_alone() {
        assertThat(FallbackPolicy.of(List.of("none", "wrong"))).isEmpty();
    }

    @Test
    void any_leaves_out_the_ends_alone() {
        assertThat(EnumSet.complementOf(EnumSet.copyOf(FallbackPolicy.ANY.movesOn())))
                .containsExactly(Outcome.SUCCEEDED, Outcome.NOT_JUDGED, Outcome.CANCELLED);
    }

    @Test
    void a_run_was_stopped_only_where_its_policy_ended_it_with_backends_left() {
        assertThat(run(Outcome.WRONG, Optional.of(FallbackPolicy.NONE)).stoppedAt())
                .map(Attempt::outcome)
                .contains(Outcome.WRONG);
        assertThat(run(Outcome.WRONG, Optional.of(FallbackPolicy.NONE)).untried())
                .containsExactly(Backends.WEBNN, Backends.WASM);
        assertThat(run(Outcome.WRONG, Optional.of(FallbackPolicy.DEFAULT)).stoppedAt())
                .as("interrupted before the next")
                .isEmpty();
        assertThat(run(Outcome.WRONG, Optional.empty()).stoppedAt())
                .as("nobody said")
                .isEmpty();
        assertThat(run(Outcome.SUCCEEDED, Optional.of(FallbackPolicy.NONE)).stoppedAt())
                .isEmpty();
        assertThat(run(Outcome.CANCELLED, Optional.of(FallbackPolicy.NONE)).stoppedAt())
                .isEmpty();
    }

    private static CaseRun run(Outcome outcome, Optional<FallbackPolicy> policy) {
        CaseRun run = AttemptTest.run(Attempts.of(Backends.WEBGPU, outcome));
        return policy.map(run::under).orElse(run);
    }
}
