package dev.bascule.studies.collect;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.target.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CollectOrderTest {
    private static final CollectPlace BROWSER = new CollectPlace("chromium", List.of(WEBGPU, WASM));

    private static final Duration LIMIT = Duration.ofMinutes(1);

    private static CollectSlice slice(int... models) {
        return new CollectSlice(
                BROWSER,
                1,
                List.of(),
                IntStream.of(models)
                        .mapToObj(model -> new CollectSlice.Unit("m" + model, BROWSER.backends()))
                        .toList(),
                CollectPace.UNKNOWN);
    }

    /** Each model of the slice on that backend. */
    private static List<CaseRun> on(Backend backend, CollectSlice slice, Outcome outcome) {
        return slice.units().stream()
                .map(unit -> run(backend, unit.model(), outcome))
                .toList();
    }

    private static CaseRun run(Backend backend, String model, Outcome outcome) {
        return run(backend, model, outcome, Instant.EPOCH);
    }

    private static CaseRun run(Backend backend, String model, Outcome outcome, Instant at) {
        return new CaseRun(
                CaseId.parse("collect:any:" + model),
                new ModelInfo(model, model, 1, Family.VISION, "any", Map.of(), Map.of(), 1),
                Chain.of(backend),
                List.of(Attempt.notStarted(
                        new Target(
                                backend,
                                Optional.empty(),
                                new Engine("onnxruntime-web", "1.29.0", Optional.empty()),
                                backend.accelerator(),
                                Optional.empty(),
                                Map.of()),
                        outcome,
                        Failure.of(ErrorCode.EXECUTION_FAILED, "a test"),
                        at,
                        Duration.ZERO)),
                Optional.empty(),
                "bascule run");
    }

    private static List<String> rest(CollectOrder order) {
        List<String> all = new ArrayList<>();
        for (Optional<CollectOrder.Turn> next = order.next(); next.isPresent(); next = order.next()) {
            CollectOrder.Turn turn = next.orElseThrow();
            all.add("%d/%d %s %s"
                    .formatted(
                            turn.number(),
                            turn.all(),
                            turn.slice().backends().stream().map(Backend::id).toList(),
                            turn.slice().units().get(0).model()));
        }
        return all;
    }

    @Test
    void what_is_wrong_on_five_models_in_a_row_is_left_for_last_and_told_once() {
        CollectSlice first = slice(1, 2, 3, 4);
        CollectSlice second = slice(5);
        CollectOrder order = new CollectOrder(List.of(first, second, slice(6), slice(7)), LIMIT);
        order.next();
        assertThat(order.ran(first, on(WEBGPU, first, Outcome.WRONG))).isEmpty();
        order.next();

        assertThat(order.ran(second, on(WEBGPU, second, Outcome.WRONG)))
                .containsExactly("chromium on webgpu is wrong on 5 models in a row: what is left of it comes last");
        assertThat(order.ran(second, on(WEBGPU, slice(8), Outcome.WRONG))).isEmpty();

        assertThat(rest(order)).containsExactly("3/5 [wasm] m6", "4/6 [wasm] m7", "5/6 [webgpu] m6", "6/6 [webgpu] m7");
    }

    @Test
    void a_right_model_in_between_or_one_model_again_and_again_is_no_row() {
        CollectSlice slice = slice(1, 2, 3, 4);
        CollectOrder order = new CollectOrder(List.of(slice, slice(5)), LIMIT);
        order.next();
        order.ran(slice, on(WASM, slice, Outcome.WRONG));
        order.ran(slice, on(WASM, slice, Outcome.WRONG));
        order.ran(slice, on(WASM, slice(9), Outcome.UNSUPPORTED));
        order.ran(slice, List.of(succeeded(), run(WASM, "m5", Outcome.WRONG)));

        assertThat(rest(order)).containsExactly("2/2 [webgpu, wasm] m5");
    }

    private static CaseRun succeeded() {
        CaseRun wrong = run(WASM, "right", Outcome.WRONG);
        Attempt attempt = wrong.attempts().get(0);
        return new CaseRun(
                wrong.caseId(),
                wrong.model(),
                wrong.chain(),
                List.of(new Attempt(
                        attempt.target(),
                        Outcome.SUCCEEDED,
                        Optional.empty(),
                        attempt.evidence(),
                        attempt.measured(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        attempt.span())),
                Optional.empty(),
                wrong.reproduce());
    }

    /** One cell after the other, each of which takes so long. */
    private static List<CaseRun> every(Duration each, CollectSlice slice) {
        return IntStream.range(0, slice.units().size())
                .mapToObj(i -> run(
                        WASM, slice.units().get(i).model(), Outcome.FAILED, Instant.EPOCH.plus(each.multipliedBy(i))))
                .toList();
    }

    @Test
    void what_takes_longer_than_was_thought_is_divided_anew_and_what_does_not_stays() {
        CollectSlice look = slice(1, 2, 3, 4, 5, 6);
        CollectSlice rest = new CollectSlice(
                BROWSER,
                1,
                List.of(),
                List.of(
                        new CollectSlice.Unit("m7", List.of(WASM)),
                        new CollectSlice.Unit("m8", List.of(WASM)),
                        new CollectSlice.Unit("m1", List.of(WASM))),
                CollectPace.UNKNOWN);
        CollectOrder quick = new CollectOrder(List.of(look, rest), LIMIT);
        quick.next();
        quick.ran(look, every(Duration.ofSeconds(3), look));
        assertThat(rest(quick)).containsExactly("2/2 [wasm] m7");

        CollectOrder slow = new CollectOrder(List.of(look, rest), LIMIT);
        slow.next();
        slow.ran(look, every(Duration.ofSeconds(30), look));
        assertThat(rest(slow)).containsExactly("2/4 [wasm] m7", "3/4 [wasm] m8", "4/4 [wasm] m1");
    }
}
