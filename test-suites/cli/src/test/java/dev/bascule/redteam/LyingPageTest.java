package dev.bascule.redteam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.direct.RealBrowsers;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.redteam.LyingPages.Lie;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The runner page in a real browser, patched: it is timed for work that it does not do. */
@Tag("browser")
@Tag("native")
@Tag("red-team")
@Timeout(120)
class LyingPageTest {
    private static final String MODEL = "bert-micro";

    private static LyingPages pages;
    private static Trap trap;

    @BeforeAll
    static void start() {
        pages = new LyingPages(Lie.NONE);
        trap = trap(pages);
    }

    @AfterAll
    static void stop() {
        trap.close();
    }

    private static Trap trap(LyingPages pages) {
        return new Trap(List.of(pages), Side.BROWSER, bridge -> RealBrowsers.launcher(bridge, RealBrowsers.shell()));
    }

    private static Attempt attempt(String model, Lie lie) {
        pages.tell(lie);
        return trap.attempt(model, Backends.WASM);
    }

    private static Attempt attempt(Lie lie) {
        return attempt(MODEL, lie);
    }

    /** Where no time is looked at. */
    private static Attempt brief(Lie lie) {
        pages.tell(lie);
        return trap.brief(MODEL, Backends.WASM);
    }

    static Stream<String> honest() {
        return Stream.of("bert-micro", "vit-micro").limit(TestSize.of(1, 2));
    }

    @Tag("sized")
    @ParameterizedTest
    @MethodSource("honest")
    void negative_control_an_honest_page_answers_every_challenge(String model) {
        Attempt attempt = attempt(model, Lie.NONE);
        assertThat(attempt.outcome()).as(told(attempt)).isEqualTo(Outcome.SUCCEEDED);
        assertThat(Integer.parseInt(attempt.evidence().facts().get("challenges.given")))
                .isGreaterThanOrEqualTo(3);
        assertThat(attempt.evidence().facts().get("challenges.right"))
                .isEqualTo(attempt.evidence().facts().get("challenges.given"));
        assertThat(attempt.evidence().notes()).noneMatch(note -> note.contains("not challenged"));
    }

    @Test
    void a_page_that_keeps_its_first_outputs_is_wrong_on_fresh_inputs() {
        Attempt attempt = brief(Lie.engine("""
                (run, copy) => {
                  let kept = null;
                  return async (...how) => copy(kept ??= copy(await run(...how)));
                }"""));
        assertThat(attempt.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(failure(attempt).message())
                .startsWith("right on the inputs it was timed with, wrong on fresh ones")
                .contains("the runner repeats outputs");
        assertThat(attempt.numerics().orElseThrow().ok()).isFalse();
        assertThat(attempt.evidence().facts()).containsEntry("challenges.right", "0");
    }

    @Tag("full")
    @Test
    void a_page_that_returns_zeros_after_its_first_inference_is_wrong() {
        Attempt attempt = brief(Lie.engine("""
                (run, copy) => {
                  let calls = 0;
                  return async (...how) => {
                    const outputs = copy(await run(...how));
                    if (calls++ > 0) for (const t of Object.values(outputs)) t.data.fill(0);
                    return outputs;
                  };
                }"""));
        assertThat(attempt.outcome()).isEqualTo(Outcome.WRONG);
    }

    @Tag("full")
    @Test
    void a_page_that_delivers_outputs_without_running_is_wrong_on_fresh_inputs() {
        Attempt attempt = brief(Lie.engine("""
                (run, copy) => {
                  const kept = [];
                  let calls = 0;
                  return async (...how) => {
                    calls++;
                    if (calls <= 2) kept.push(copy(await run(...how)));
                    return copy(kept[calls % kept.length]);
                  };
                }"""));
        assertThat(attempt.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(failure(attempt).message()).contains("the runner repeats outputs");
    }

    @Test
    void a_page_that_answers_what_it_knows_from_memory_and_computes_only_fresh_inputs_is_noticed_by_its_times() {
        Attempt attempt = attempt(Lie.engine("""
                (run, copy) => {
                  const known = new Map();
                  return async (feeds, ...how) => {
                    const key = Object.values(feeds).map((t) => t.data.join()).join();
                    if (!known.has(key)) {
                      const start = performance.now();
                      while (performance.now() - start < 8);
                      known.set(key, copy(await run(feeds, ...how)));
                    }
                    return copy(known.get(key));
                  };
                }"""));
        assertThat(attempt.outcome()).as(told(attempt)).isEqualTo(Outcome.FAILED);
        assertThat(failure(attempt).code()).isEqualTo(ErrorCode.OUTPUT_REPEATED);
        assertThat(failure(attempt).message()).contains("times as long as the timed ones");
    }

    @Test
    void a_page_that_does_not_say_what_its_iterations_delivered_is_at_fault() {
        undelivered(
                "(m) => { if (m.type === 'measured') delete m.delivered; return m; }", "nothing is said of what the");
    }

    @Tag("full")
    @Test
    void a_page_that_delivered_less_than_it_timed_is_at_fault() {
        undelivered(
                "(m) => { if (m.type === 'measured') m.delivered = [{ ...m.delivered[0], times: 1 }]; return m; }",
                "1 deliveries for");
    }

    @Test
    void a_page_that_delivered_what_it_never_shipped_is_at_fault() {
        undelivered("""
                (m) => {
                  for (const run of m.delivered ?? []) for (const name in run.outputs) run.outputs[name] += 7;
                  return m;
                }""", "that were shipped");
    }

    @Test
    void a_page_that_ships_no_answer_to_a_challenge_is_at_fault() {
        undelivered("""
                (m) => m.type === 'tensor' && m.role === 'challenge'
                  ? { type: 'log', seq: m.seq, ack: m.ack, level: 'debug', text: 'nothing' } : m""", "a challenge was not answered with");
    }

    @Tag("full")
    @Test
    void a_page_that_ships_nothing_after_its_session_is_ready_is_at_fault() {
        undelivered("""
                (() => {
                  let ready = false;
                  return (m) => {
                    ready ||= m.type === 'progress' && m.phase === 'ready';
                    return ready && m.type === 'tensor'
                      ? { type: 'log', seq: m.seq, ack: m.ack, level: 'debug', text: 'nothing' } : m;
                  };
                })()""", "was not answered");
    }

    @Tag("full")
    @Test
    void a_page_that_says_it_is_of_an_earlier_build_is_not_challenged_and_the_cell_says_so() {
        // It says so as it joins: a page of its own.
        LyingPages own =
                new LyingPages(Lie.message("(m) => { if (m.type === 'capabilities') delete m.features; return m; }"));
        Attempt attempt;
        try (Trap alone = trap(own)) {
            attempt = alone.brief(MODEL, Backends.WASM);
        }
        assertThat(attempt.evidence().facts()).containsEntry("challenges.given", "0");
        assertThat(attempt.evidence().notes())
                .anyMatch(note -> note.contains("not challenged with fresh inputs: the runner is of an earlier build"));
    }

    private static void undelivered(String lie, String what) {
        Attempt attempt = brief(Lie.message(lie));
        assertThat(attempt.outcome()).as(told(attempt)).isEqualTo(Outcome.FAILED);
        assertThat(failure(attempt).code()).isEqualTo(ErrorCode.OUTPUT_NOT_DELIVERED);
        assertThat(failure(attempt).message()).contains(what);
    }

    private static String told(Attempt attempt) {
        return "%s, %s, %s"
                .formatted(
                        attempt.failure(),
                        attempt.evidence().notes(),
                        attempt.measured()
                                .timing()
                                .map(timing -> timing.measured().median()));
    }

    private static Failure failure(Attempt attempt) {
        return attempt.failure().orElseThrow(() -> new AssertionError("believed: " + told(attempt)));
    }
}
