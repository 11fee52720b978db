package dev.bascule.fallback.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Attempts;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.chain.Resolver.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.quicktheories.core.Gen;

class ResolverTest {
    private static final Resolver BROWSER = new Resolver(Chain.BROWSER, FallbackPolicy.DEFAULT);

    // --- properties, over every chain, policy and course of outcomes -------------------------------------------------

    /** A chain walked to its end: what was tried, and the verdict. */
    private record Walk(Resolver resolver, List<Attempt> attempts, Verdict verdict) {

        Attempt last() {
            return attempts.get(attempts.size() - 1);
        }
    }

    @Test
    void it_always_ends_and_never_repeats_a_rung_nor_loses_an_attempt() {
        qt().withFixedSeed(20261121).forAll(walks()).checkAssert(walk -> {
            List<Backend> tried = walk.attempts().stream()
                    .map(attempt -> attempt.target().backend())
                    .toList();
            List<Backend> rungs = walk.resolver().chain().rungs();
            assertThat(tried).isNotEmpty().isEqualTo(rungs.subList(0, tried.size()));
        });
    }

    @Test
    void it_never_reports_success_from_a_failed_attempt() {
        qt().withFixedSeed(20261121)
                .forAll(walks())
                .checkAssert(walk -> assertThat(walk.verdict().isRight())
                        .isEqualTo(walk.last().succeeded()));
    }

    @Test
    void it_fell_back_exactly_when_the_last_attempt_succeeded_and_an_earlier_one_failed() {
        qt().withFixedSeed(20261121)
                .forAll(walks())
                .checkAssert(walk -> assertThat(walk.verdict() == Verdict.FELL_BACK)
                        .isEqualTo(walk.last().succeeded() && walk.attempts().size() > 1));
    }

    @Test
    void it_moves_on_only_from_outcomes_that_the_policy_names_and_stops_at_the_first_other() {
        qt().withFixedSeed(20261121).forAll(walks()).checkAssert(walk -> {
            List<Attempt> attempts = walk.attempts();
            Set<Outcome> movesOn = walk.resolver().policy().movesOn();
            assertThat(attempts.subList(0, attempts.size() - 1))
                    .allMatch(attempt -> movesOn.contains(attempt.outcome()));
            boolean exhausted =
                    attempts.size() == walk.resolver().chain().rungs().size();
            assertThat(exhausted || !movesOn.contains(walk.last().outcome())).isTrue();
        });
    }

    @Test
    void a_failed_chain_is_as_bad_as_its_worst_attempt_alone() {
        qt().withFixedSeed(20261121)
                .forAll(walks())
                .assuming(walk ->
                        FallbackPolicy.ANY.movesOn().contains(walk.last().outcome()))
                .checkAssert(walk -> {
                    Verdict worst = walk.attempts().stream()
                            .map(attempt -> alone(attempt.outcome()))
                            .max(Verdict::compareTo)
                            .orElseThrow();
                    assertThat(walk.verdict()).isEqualTo(worst);
                });
    }

    @Test
    void the_decision_depends_on_the_attempts_alone() {
        qt().withFixedSeed(20261121)
                .forAll(walks())
                .checkAssert(walk -> assertThat(new Resolver(
                                        walk.resolver().chain(), walk.resolver().policy())
                                .next(walk.attempts()))
                        .isEqualTo(walk.resolver().next(walk.attempts())));
    }

    private static Gen<Walk> walks() {
        Gen<List<Outcome>> outcomes =
                lists().of(arbitrary().enumValues(Outcome.class)).ofSize(6);
        return chains().zip(policies(), outcomes, ResolverTest::walk);
    }

    private static Gen<Chain> chains() {
        List<Backend> natives = List.of(
                Backends.CUDA,
                Backends.ROCM,
                Backends.MPS,
                Backends.OPENVINO,
                Backends.WEBGPU_NATIVE,
                Backends.NATIVE_CPU);
        return integers().between(1, 6).zip(integers().between(0, 5), (size, turn) -> {
            List<Backend> rungs = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                rungs.add(natives.get((i * 5 + turn) % natives.size()));
            }
            return new Chain(rungs);
        });
    }

    private static Gen<FallbackPolicy> policies() {
        List<Outcome> failures = List.copyOf(new TreeSet<>(FallbackPolicy.ANY.movesOn()));
        return lists().of(arbitrary().pick(failures))
                .ofSizeBetween(0, failures.size())
                .map(named -> new FallbackPolicy(new TreeSet<>(named)))
                .mix(arbitrary().constant(FallbackPolicy.DEFAULT), 50);
    }

    private static Walk walk(Chain chain, FallbackPolicy policy, List<Outcome> outcomes) {
        Resolver resolver = new Resolver(chain, policy);
        List<Attempt> attempts = new ArrayList<>();
        for (int steps = 0; steps <= chain.rungs().size(); steps++) {
            Decision decision = resolver.next(attempts);
            if (decision instanceof Decision.Done done) {
                return new Walk(resolver, attempts, done.verdict());
            }
            Backend backend = ((Decision.Try) decision).backend();
            attempts.add(Attempts.of(backend, outcomes.get(attempts.size())));
        }
        throw new AssertionError("it does not end: " + attempts);
    }

    private static Verdict alone(Outcome outcome) {
        Chain strict = Chain.of(Backends.NATIVE_CPU);
        Decision decision =
                new Resolver(strict, FallbackPolicy.DEFAULT).next(List.of(Attempts.of(Backends.NATIVE_CPU, outcome)));
        return ((Decision.Done) decision).verdict();
    }

    // --- examples ----------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource({
        "SUCCEEDED, PASS",
        "UNAVAILABLE, UNSUPPORTED",
        "UNSUPPORTED, UNSUPPORTED",
        "COMPILE_FAILED, FAILED",
        "OUT_OF_MEMORY, FAILED",
        "WRONG, WRONG",
        "TIMED_OUT, TIMED_OUT",
        "DEVICE_LOST, FAILED",
        "CRASHED, CRASHED",
        "FAILED, FAILED",
        "NOT_JUDGED, SKIPPED",
        "CANCELLED, SKIPPED"
    })
    void a_strict_target_has_the_verdict_of_its_one_attempt(Outcome outcome, Verdict verdict) {
        assertThat(alone(outcome)).isEqualTo(verdict);
    }

    @Test
    void every_outcome_is_in_that_table() {
        assertThat(Outcome.values()).hasSize(12);
    }

    @Test
    void it_begins_with_the_first_rung() {
        assertThat(BROWSER.next(List.of())).isEqualTo(new Decision.Try(Backends.WEBGPU));
    }

    @Test
    void a_success_with_nodes_elsewhere_is_partial_on_the_first_rung_and_a_fallback_on_a_later_one() {
        Attempt first = Attempts.succeeded(Backends.WEBGPU, Map.of("webgpu", 10, "wasm", 2));
        assertThat(BROWSER.next(List.of(first))).isEqualTo(new Decision.Done(Verdict.PARTIAL));
        Attempt later = Attempts.succeeded(Backends.WEBNN, Map.of("webnn", 10, "wasm", 2));
        assertThat(BROWSER.next(List.of(Attempts.of(Backends.WEBGPU, Outcome.UNAVAILABLE), later)))
                .isEqualTo(new Decision.Done(Verdict.FELL_BACK));
    }

    @Test
    void wrong_numbers_move_on_and_the_run_still_counts_as_a_fallback_when_the_next_is_right() {
        assertThat(through(Outcome.WRONG, Outcome.SUCCEEDED)).isEqualTo(new Decision.Done(Verdict.FELL_BACK));
    }

    @Test
    void a_failure_of_no_known_kind_stops_to_be_looked_at() {
        assertThat(through(Outcome.FAILED)).isEqualTo(new Decision.Done(Verdict.FAILED));
    }

    @Test
    void cancellation_stops_and_erases_no_failure_that_came_before() {
        assertThat(through(Outcome.CRASHED, Outcome.CANCELLED)).isEqualTo(new Decision.Done(Verdict.CRASHED));
        assertThat(through(Outcome.CANCELLED)).isEqualTo(new Decision.Done(Verdict.SKIPPED));
    }

    @Test
    void a_chain_that_failed_throughout_is_as_bad_as_its_worst_rung() {
        assertThat(through(Outcome.CRASHED, Outcome.UNAVAILABLE, Outcome.UNSUPPORTED))
                .isEqualTo(new Decision.Done(Verdict.CRASHED));
    }

    @Test
    void attempts_that_are_not_those_of_the_chain_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BROWSER.next(List.of(Attempts.of(Backends.WASM, Outcome.SUCCEEDED))));
        List<Attempt> tooMany = List.of(
                Attempts.of(Backends.WEBGPU, Outcome.WRONG),
                Attempts.of(Backends.WEBNN, Outcome.WRONG),
                Attempts.of(Backends.WASM, Outcome.WRONG),
                Attempts.of(Backends.WASM, Outcome.WRONG));
        assertThatIllegalArgumentException().isThrownBy(() -> BROWSER.next(tooMany));
    }

    @ParameterizedTest
    @EnumSource(names = {"SUCCEEDED", "NOT_JUDGED", "CANCELLED"})
    void a_policy_cannot_move_on_from_an_end(Outcome end) {
        assertThatIllegalArgumentException().isThrownBy(() -> new FallbackPolicy(Set.of(end)));
    }

    @Test
    void the_default_policy_moves_on_from_these() {
        assertThat(FallbackPolicy.DEFAULT.movesOn().stream().map(Enum::name).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(
                        "UNAVAILABLE",
                        "UNSUPPORTED",
                        "COMPILE_FAILED",
                        "OUT_OF_MEMORY",
                        "WRONG",
                        "TIMED_OUT",
                        "DEVICE_LOST",
                        "CRASHED");
    }

    /** What comes of a failure on a chain's first rung, by the policy's words. */
    @ParameterizedTest
    @CsvSource({
        "UNAVAILABLE,unavailable,moves",
        "UNAVAILABLE,'unsupported,crashed',stops",
        "UNSUPPORTED,unsupported,moves",
        "UNSUPPORTED,unavailable,stops",
        "COMPILE_FAILED,compile-failed,moves",
        "OUT_OF_MEMORY,out-of-memory,moves",
        "WRONG,wrong,moves",
        "WRONG,'unavailable,unsupported',stops",
        "TIMED_OUT,timed-out,moves",
        "DEVICE_LOST,device-lost,moves",
        "CRASHED,crashed,moves",
        "CRASHED,none,stops",
        "FAILED,failed,moves",
        "FAILED,any,moves",
        "FAILED,'any,wrong',moves",
        "FAILED,execution-failed,moves",
        "FAILED,wasm-trap,stops",
        "NOT_JUDGED,any,stops",
        "NOT_JUDGED,execution-failed,stops",
        "CANCELLED,any,stops",
        "CANCELLED,execution-failed,stops",
        "SUCCEEDED,any,stops"
    })
    void a_policy_of_words_decides_by_outcome_and_by_code(Outcome outcome, String words, String then) {
        FallbackPolicy policy = FallbackPolicy.of(List.of(words.split(","))).orElseThrow();
        // Whatever fails here fails with EXECUTION_FAILED.
        Decision decision = new Resolver(Chain.BROWSER, policy).next(List.of(Attempts.of(Backends.WEBGPU, outcome)));

        assertThat(decision instanceof Decision.Try).isEqualTo(then.equals("moves"));
    }

    private static Decision through(Outcome... outcomes) {
        List<Attempt> attempts = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            attempts.add(Attempts.of(Chain.BROWSER.rungs().get(attempts.size()), outcome));
        }
        return BROWSER.next(attempts);
    }
}
