package dev.bascule.studies.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.session.RunnerSupply;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.PackRequest;
import dev.bascule.fallback.protocol.RunnerHub;
import dev.bascule.fallback.runner.CaseScript;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.runner.ScriptedLauncher;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PackDispatcherTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final CaseScript RIGHT = CaseScript.right(Backends.WASM);

    private final Map<String, CaseOutcome> outcomes = new TreeMap<>();
    private Optional<ScriptedLauncher> launcher = Optional.empty();
    /** Of the starts, from 0, those that fail. */
    private IntPredicate slow = start -> false;

    @Test
    void every_case_is_answered_once_by_one_runner() {
        run(List.of("a", "b", "c"), RIGHT);

        assertThat(outcomes).hasSize(3).allSatisfy((name, outcome) -> {
            assertThat(outcome.reply().fault()).isEmpty();
            assertThat(outcome.before()).isEmpty();
            assertThat(outcome.notes()).isEmpty();
        });
        assertThat(launched()).isEqualTo(1);
    }

    @Test
    void a_trap_and_a_refusal_belong_to_their_cases_and_are_not_asked_again() {
        run(
                List.of("a", "trap", "no", "d"),
                RIGHT.at("trap", CaseScript.poisoning("unreachable"))
                        .at("no", CaseScript.refusing("create", "Error", "no kernel")));

        assertThat(fault("trap")).isInstanceOf(Fault.Refused.class);
        assertThat(fault("no")).isInstanceOf(Fault.Refused.class);
        assertThat(outcomes.get("a").reply().fault()).isEmpty();
        assertThat(outcomes.get("d").reply().fault()).isEmpty();
        assertThat(launched()).isEqualTo(1);
    }

    @Test
    void a_runner_that_dies_costs_the_case_that_kills_it_and_no_other() {
        run(List.of("a", "segv", "c", "d", "e", "f"), RIGHT.at("segv", CaseScript.dying("SIGSEGV")));

        assertThat(fault("segv"))
                .isInstanceOfSatisfying(
                        Fault.Lost.class, lost -> assertThat(lost.reason()).contains("SIGSEGV"));
        assertThat(outcomes).hasSize(6);
        assertThat(List.of("a", "c", "d", "e", "f"))
                .allSatisfy(
                        name -> assertThat(outcomes.get(name).reply().fault()).isEmpty());
        // Those that ran beside it say so; they are no less right for that.
        assertThat(outcomes.get("c").notes())
                .anySatisfy(note -> assertThat(note).contains("SIGSEGV"));
        assertThat(outcomes.get("c").before()).isEmpty();
        assertThat(outcomes.get("f").notes()).isEmpty();
    }

    @Test
    void a_silent_runner_is_replaced_and_the_silence_is_its_cases() {
        run(List.of("a", "loop", "c"), RIGHT.at("loop", CaseScript.hanging()));

        assertThat(fault("loop")).isInstanceOf(Fault.TimedOut.class);
        assertThat(outcomes.get("a").reply().fault()).isEmpty();
        assertThat(outcomes.get("c").reply().fault()).isEmpty();
    }

    @Test
    void what_others_may_have_caused_is_tried_again_alone() {
        AtomicInteger tries = new AtomicInteger();
        CaseScript lostOnce = (index, packed) -> tries.getAndIncrement() == 0
                ? CaseScript.refusing("first", "Error", "WebGPU device lost (unknown)")
                        .run(index, packed)
                : RIGHT.run(index, packed);
        run(List.of("a", "b"), RIGHT.at("b", lostOnce));

        assertThat(outcomes.get("b").reply().fault()).isEmpty();
        assertThat(outcomes.get("b").notes())
                .anySatisfy(note -> assertThat(note).contains("device lost"));
        // Another's doing is no failure of its own.
        assertThat(outcomes.get("b").before()).isEmpty();
    }

    @Test
    void suspects_of_a_native_column_do_not_share_a_child() {
        // What any case leaves in the heap of its child makes the next one there fail; the killer needs no one's help.
        Set<Integer> used = new HashSet<>();
        launcher = Optional.of(ScriptedLauncher.of(child -> ScriptedRunner.named("child-" + child)
                .packing((index, packed) -> {
                    boolean crowd = child == 0;
                    boolean first = used.add(child);
                    CaseScript script = crowd
                            ? CaseScript.refusing("first", "OrtException", "out of memory")
                            : packed.name().endsWith(":killer")
                                    ? CaseScript.dying("SIGSEGV")
                                    : first ? RIGHT : CaseScript.refusing("first", "OrtException", "heap corrupted");
                    return script.run(index, packed);
                })
                .build()));
        dispatch(Backends.NATIVE_CPU, 1, List.of("first", "killer", "last"));

        assertThat(fault("killer"))
                .isInstanceOfSatisfying(
                        Fault.Lost.class, lost -> assertThat(lost.reason()).contains("SIGSEGV"));
        assertThat(outcomes.get("first").reply().fault()).isEmpty();
        assertThat(outcomes.get("last").reply().fault()).isEmpty();
        assertThat(launcher.orElseThrow().launched())
                .hasSize(4)
                .allSatisfy(child -> assertThat(child.runner().packs()).hasSize(1));
    }

    @Test
    void starts_that_fail_here_and_there_cost_no_suspect_its_turn() {
        CaseScript right = CaseScript.right(Backends.NATIVE_CPU);
        launcher = Optional.of(ScriptedLauncher.of(child -> ScriptedRunner.named("child-" + child)
                .packing(
                        child == 0
                                ? CaseScript.refusing("first", "OrtException", "out of memory")
                                : right.at("case-3", CaseScript.dying("SIGSEGV")))
                .build()));
        slow = start -> start % 2 == 1;
        dispatch(
                Backends.NATIVE_CPU,
                1,
                IntStream.range(0, 12).mapToObj(i -> "case-" + i).toList());

        assertThat(outcomes)
                .hasSize(12)
                .allSatisfy((name, outcome) -> assertThat(outcome.notRun()).isEmpty());
        assertThat(fault("case-3")).isInstanceOf(Fault.Lost.class);
        assertThat(outcomes.get("case-11").reply().fault()).isEmpty();
    }

    @Test
    void the_results_are_the_same_in_any_order() {
        CaseScript script = RIGHT.at("segv", CaseScript.dying("SIGSEGV"))
                .at("trap", CaseScript.poisoning("unreachable"))
                .at("loop", CaseScript.hanging());
        List<String> order = List.of("a", "segv", "trap", "b", "loop", "c");
        run(order, script);
        Map<String, String> forward = verdicts();
        outcomes.clear();
        run(
                IntStream.range(0, order.size())
                        .mapToObj(i -> order.get(order.size() - 1 - i))
                        .toList(),
                script);

        assertThat(verdicts()).isEqualTo(forward);
    }

    @Test
    void where_nothing_starts_every_case_says_why() {
        launcher = Optional.of(ScriptedLauncher.broken(Failure.of(ErrorCode.BROWSER_LAUNCH_FAILED, "no display")));
        dispatch(List.of("a", "b"));

        assertThat(outcomes)
                .hasSize(2)
                .allSatisfy((name, outcome) -> assertThat(outcome.notRun())
                        .hasValueSatisfying(
                                failure -> assertThat(failure.code()).isEqualTo(ErrorCode.BROWSER_LAUNCH_FAILED)));
    }

    @Test
    void runners_that_refuse_every_pack_are_not_started_for_each_case() {
        launcher = Optional.of(ScriptedLauncher.of(
                number -> ScriptedRunner.named("runner-" + number).build()));
        dispatch(IntStream.range(0, 50).mapToObj(i -> "case-" + i).toList());

        assertThat(outcomes)
                .hasSize(50)
                .allSatisfy((name, outcome) -> assertThat(outcome.notRun())
                        .hasValueSatisfying(
                                failure -> assertThat(failure.message()).contains("takes no packs")));
        assertThat(launched()).isLessThan(10);
    }

    @Test
    void runners_that_all_die_at_once_are_not_started_for_each_case() {
        run(IntStream.range(0, 100).mapToObj(i -> "case-" + i).toList(), CaseScript.dying("no GPU process"));

        assertThat(outcomes).hasSize(100);
        assertThat(outcomes.get("case-99").notRun()).isPresent();
        assertThat(launched()).isLessThan(40);
    }

    @Test
    void what_struck_from_outside_a_case_is_tried_again_alone() {
        AtomicInteger tries = new AtomicInteger();
        CaseScript late = (index, packed) -> tries.getAndIncrement() == 0
                ? CaseScript.refusing("first", "Uncaught RuntimeError", "unreachable")
                        .run(index, packed)
                : RIGHT.run(index, packed);
        run(List.of("a", "b"), RIGHT.at("b", late));

        assertThat(outcomes.get("b").reply().fault()).isEmpty();
    }

    @Test
    void who_is_interrupted_stops_and_keeps_what_is_done() {
        CaseScript stops = (index, packed) -> {
            Thread.currentThread().interrupt();
            return CaseScript.dying("killed").run(index, packed);
        };
        run(List.of("a", "stop", "c"), RIGHT.at("stop", stops));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcomes.keySet()).containsExactly("a");
    }

    private Map<String, String> verdicts() {
        Map<String, String> verdicts = new TreeMap<>();
        outcomes.forEach((name, outcome) -> verdicts.put(
                name,
                outcome.reply()
                                .fault()
                                .map(fault -> fault.getClass().getSimpleName())
                                .orElse("right")
                        + outcome.before().size()));
        return verdicts;
    }

    private Fault fault(String name) {
        return outcomes.get(name).reply().fault().orElseThrow();
    }

    private int launched() {
        return launcher.orElseThrow().launched().size();
    }

    private void run(List<String> names, CaseScript script) {
        launcher = Optional.of(ScriptedLauncher.of(number ->
                ScriptedRunner.named("runner-" + number).packing(script).build()));
        dispatch(names);
    }

    private void dispatch(List<String> names) {
        dispatch(Backends.WASM, 3, names);
    }

    private void dispatch(Backend backend, int workers, List<String> names) {
        try (PackFiles files = new PackFiles()) {
            List<ConformanceCase> cases = names.stream().map(Cases::adding).toList();
            // Scripts know cases by the names in the pack.
            PackRequest order = new PackRequest(
                    "job",
                    backend,
                    files.write(cases),
                    IntStream.range(0, cases.size()).boxed().toList(),
                    false,
                    workers,
                    LIMIT,
                    SessionSettings.defaults());
            new PackDispatcher(
                            new IsolatedRunner(new Source(launcher.orElseThrow(), slow)),
                            order,
                            (index, outcome) -> assertThat(outcomes.put(names.get(index), outcome))
                                    .as("the only outcome of %s", names.get(index))
                                    .isNull())
                    .run();
        }
    }

    private static final class Source implements RunnerSupply {
        private final ScriptedLauncher launcher;
        private final IntPredicate slow;
        private int starts;
        private final RunnerHub hub = new RunnerHub(Duration.ofSeconds(1));

        Source(ScriptedLauncher launcher, IntPredicate slow) {
            this.launcher = launcher;
            this.slow = slow;
        }

        @Override
        public Launcher.Launch launch() {
            return slow.test(starts++)
                    ? new Launcher.Launch.NotStarted(Failure.of(ErrorCode.ATTEMPT_TIMED_OUT, "it was slow to start"))
                    : launcher.launch(hub, LIMIT);
        }

        @Override
        public Launcher.Launch recycle(LaunchedRunner used) {
            release(used);
            return launch();
        }

        @Override
        public void release(LaunchedRunner used) {
            used.close();
        }
    }
}
