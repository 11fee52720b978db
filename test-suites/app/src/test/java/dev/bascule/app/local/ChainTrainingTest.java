package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.attempt.SessionPlacement;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.target.Target;
import dev.bascule.studies.session.Ended;
import dev.bascule.studies.training.GradientJudgement;
import dev.bascule.studies.training.TargetTraining;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ChainTrainingTest {
    private final List<String> asked = new ArrayList<>();

    private List<TargetTraining> trained(FallbackPolicy policy, Map<String, Ended> failing) {
        return ChainTraining.train(Chain.BROWSER, policy, () -> false, backend -> {
            asked.add(backend.id());
            return List.of(Optional.ofNullable(failing.get(backend.id()))
                    .map(why -> TargetTraining.notBegun(target(backend), CarryLocation.CPU, 42, why))
                    .orElseGet(() -> right(backend)));
        });
    }

    private static Ended ended(Verdict verdict, ErrorCode code, String why) {
        return new Ended(verdict, Failure.of(code, why));
    }

    private static Target target(Backend backend) {
        return new Target(
                backend,
                Optional.empty(),
                new Engine("onnxruntime", "1.29.0", Optional.empty()),
                DeviceType.CPU,
                Optional.empty(),
                Map.of());
    }

    private static TargetTraining right(Backend backend) {
        SessionPlacement there = new SessionPlacement(
                new Evidence(
                        ProofClass.PROVEN,
                        new Evidence.Where(backend.id(), Optional.of(backend.id()), Optional.of(backend.id())),
                        Map.of(backend.id(), 12),
                        OptionalInt.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        List.of(),
                        List.of()),
                Optional.empty());
        return new TargetTraining(
                target(backend),
                CarryLocation.CPU,
                42,
                new TargetTraining.Checks(
                        Optional.of(new GradientJudgement(List.of(new GradientJudgement.Layer(
                                "a", 8, 1, 1e-7, List.of(0L, 0L, 0L), OptionalDouble.of(1e-9))))),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Optional.of(there),
                        Optional.empty()),
                new TargetTraining.Learnt(0, List.of(1f), List.of(), Optional.empty(), OptionalLong.empty()),
                TargetTraining.Costs.NONE,
                Optional.empty(),
                List.of());
    }

    @Test
    void the_first_that_gets_through_ends_it() {
        List<TargetTraining> trained = trained(FallbackPolicy.DEFAULT, Map.of());

        assertThat(asked).containsExactly("webgpu");
        assertThat(trained).singleElement().satisfies(one -> {
            assertThat(one.verdict()).isEqualTo(Verdict.PASS);
            assertThat(one.before()).isEmpty();
            assertThat(one.chain()).contains(Chain.BROWSER);
            assertThat(one.isExhausted()).isFalse();
        });
    }

    @Test
    void each_failure_before_is_told_in_order() {
        List<TargetTraining> trained = trained(
                FallbackPolicy.DEFAULT,
                Map.of(
                        "webgpu", ended(Verdict.FAILED, ErrorCode.DEVICE_LOST, "the device was lost"),
                        "webnn", ended(Verdict.UNSUPPORTED, ErrorCode.OPERATOR_UNSUPPORTED, "it has no Where")));

        assertThat(asked).containsExactly("webgpu", "webnn", "wasm");
        assertThat(trained).singleElement().satisfies(one -> {
            assertThat(one.target().backend().id()).isEqualTo("wasm");
            assertThat(one.verdict()).isEqualTo(Verdict.FELL_BACK);
            assertThat(one.before())
                    .extracting(tried ->
                            tried.target().backend().id() + " " + tried.why().verdict() + " "
                                    + tried.why().failure().message())
                    .containsExactly("webgpu FAILED the device was lost", "webnn UNSUPPORTED it has no Where");
        });
    }

    @Test
    void a_failure_of_no_known_kind_stops_it_as_it_stops_a_run_unless_that_is_asked_otherwise() {
        Map<String, Ended> odd = Map.of("webgpu", ended(Verdict.FAILED, ErrorCode.EXECUTION_FAILED, "odd"));

        assertThat(trained(FallbackPolicy.DEFAULT, odd))
                .singleElement()
                .satisfies(one -> assertThat(one.verdict()).isEqualTo(Verdict.FAILED));
        assertThat(trained(FallbackPolicy.NONE, odd).get(0).before()).isEmpty();
        assertThat(asked).containsExactly("webgpu", "webgpu");
        assertThat(trained(FallbackPolicy.ANY, odd).get(0).verdict()).isEqualTo(Verdict.FELL_BACK);
    }

    @Test
    void where_none_gets_through_the_last_one_says_why() {
        Ended absent = ended(Verdict.UNSUPPORTED, ErrorCode.BACKEND_UNAVAILABLE, "not here");

        TargetTraining last = trained(
                        FallbackPolicy.DEFAULT,
                        Map.of(
                                "webgpu",
                                absent,
                                "webnn",
                                absent,
                                "wasm",
                                ended(Verdict.CRASHED, ErrorCode.WASM_TRAP, "a trap")))
                .get(0);

        assertThat(last.verdict()).isEqualTo(Verdict.CRASHED);
        assertThat(last.before()).hasSize(2);
        assertThat(last.isExhausted()).isTrue();
    }
}
