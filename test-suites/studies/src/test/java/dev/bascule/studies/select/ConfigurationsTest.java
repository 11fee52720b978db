package dev.bascule.studies.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.studies.select.Finding.Fate;
import dev.bascule.studies.select.FrontPoint.Verification;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ConfigurationsTest {
    private static final Configuration BASIC = Configuration.USUAL.withGraph(GraphOptimization.BASIC);
    private static final Configuration FREE = Configuration.USUAL.withoutArena();
    private static final Configuration HALF = Configuration.USUAL.withHalfModel();
    private static final Configuration TOLD = Configuration.USUAL.withPrecision(Precision.FLOAT32);

    private final SimulatedMachine machine = new SimulatedMachine(5, 0.03);

    private SimulatedMachine.Simulated with(String name, Configuration configuration, double millis) {
        return machine.new Simulated(SimulatedMachine.candidate(name, 1).with(configuration), millis);
    }

    /** Those given, wherever they are one change away. */
    private static Variations of(Entrant... all) {
        return new Variations() {
            @Override
            public List<Entrant> of(Candidate from) {
                return Arrays.stream(all)
                        .filter(each -> each.candidate().isSameWay(from)
                                && each.candidate().configuration().precision().isEmpty()
                                && each.candidate().configuration().changes()
                                        == from.configuration().changes() + 1)
                        .toList();
            }

            @Override
            public List<Entrant> repairs(Candidate failed) {
                return Arrays.stream(all)
                        .filter(each -> each.candidate().isSameWay(failed)
                                && each.candidate().configuration().equals(TOLD))
                        .toList();
            }
        };
    }

    private SelectStudy.Result select(Variations variations, Entrant... entrants) {
        return select(Objective.LATENCY, variations, entrants);
    }

    private SelectStudy.Result select(Objective objective, Variations variations, Entrant... entrants) {
        return new SelectStudy(
                        objective,
                        new SelectLimits(Duration.ofSeconds(40), Optional.empty(), OptionalLong.empty()),
                        any -> new Outlook.Unknown(""),
                        variations,
                        machine::nanos,
                        new Random(1),
                        activity -> {})
                .run(List.of(entrants));
    }

    private static String chosen(SelectStudy.Result result) {
        return result.chosen().map(each -> each.candidate().label()).orElse("none");
    }

    private static Finding configured(SelectStudy.Result result, Configuration configuration) {
        return result.configurations().stream()
                .filter(each -> each.candidate().configuration().equals(configuration))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void the_quickest_configuration_of_the_best_is_the_answer() {
        SelectStudy.Result result =
                select(of(with("a", BASIC, 7), with("a", FREE, 12)), machine.with("a", 10), machine.with("b", 14));
        assertThat(chosen(result)).isEqualTo("a wasm, graph basic");
        assertThat(configured(result, FREE).fate()).isEqualTo(Fate.WORSE);
        assertThat(configured(result, Configuration.USUAL).fate()).isEqualTo(Fate.WORSE);
        assertThat(result.ending()).isEqualTo(SelectReport.Ending.SEPARATED);
        assertThat(result.races()).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void one_slow_trial_of_the_best_so_far_makes_no_other_configuration_the_answer() {
        // The first process of the race of configurations is slow for a while, as on a busy machine.
        SelectStudy.Result result =
                select(of(with("a", BASIC, 10)), machine.with("a", 10).slowTrial(2, 5));
        assertThat(chosen(result)).isEqualTo("a wasm");
        assertThat(configured(result, BASIC).measured().orElseThrow().toChosen())
                .isPresent();
    }

    @Test
    void of_what_is_as_good_the_usual_one_is_chosen() {
        SelectStudy.Result result = select(of(with("a", BASIC, 10), with("a", FREE, 9.9)), machine.with("a", 10));
        assertThat(chosen(result)).isEqualTo("a wasm");
    }

    @Test
    void a_configuration_that_is_quick_and_wrong_is_never_the_answer() {
        SelectStudy.Result result = select(
                of(with("a", HALF, 0.5).wrong(), with("a", FREE, 5).elsewhere(), with("a", BASIC, 8)),
                machine.with("a", 10));
        assertThat(chosen(result)).isEqualTo("a wasm, graph basic");
        assertThat(configured(result, HALF).fate()).isEqualTo(Fate.FAILED);
        assertThat(configured(result, FREE).fate()).isEqualTo(Fate.FAILED);
        assertThat(result.front())
                .noneMatch(each -> each.candidate().configuration().halfModel());
    }

    @Test
    void what_is_wrong_when_it_is_run_again_is_not_the_answer_though_it_won() {
        SelectStudy.Result result = select(of(with("a", BASIC, 5).wrongAgain()), machine.with("a", 10));
        assertThat(chosen(result)).isEqualTo("a wasm");
        assertThat(configured(result, BASIC).fate()).isEqualTo(Fate.FAILED);
        assertThat(result.ending()).isEqualTo(SelectReport.Ending.ONLY_ONE);
    }

    @Test
    void what_was_wrong_as_usual_may_win_where_the_engine_is_told_to_compute_in_32_bits() {
        SelectStudy.Result result = select(
                of(with("b", TOLD, 6)),
                machine.with("a", 10),
                machine.with("b", 3).wrong());
        assertThat(chosen(result)).isEqualTo("b wasm, precision fp32");
    }

    @Test
    void where_there_was_no_time_for_all_candidates_no_configuration_is_tried() {
        Entrant[] many = IntStream.range(0, 8)
                .mapToObj(i -> machine.with("b" + i, 10 + i))
                .toArray(Entrant[]::new);
        SelectStudy.Result result = new SelectStudy(
                        Objective.LATENCY,
                        new SelectLimits(Duration.ofSeconds(4), Optional.empty(), OptionalLong.empty()),
                        any -> new Outlook.Unknown(""),
                        of(with("b0", BASIC, 5)),
                        machine::nanos,
                        new Random(1),
                        activity -> {})
                .run(List.of(many));
        assertThat(chosen(result)).isEqualTo("b0 wasm");
        assertThat(configured(result, BASIC).fate()).isEqualTo(Fate.NOT_TRIED);
        assertThat(machine.opened).doesNotContain("b0 graph basic");
        assertThat(result.ending()).isEqualTo(SelectReport.Ending.BUDGET_OVER);
    }

    @Test
    void two_changes_that_each_help_are_tried_together() {
        Configuration both = BASIC.withoutArena();
        SelectStudy.Result result =
                select(of(with("a", BASIC, 8), with("a", FREE, 9), with("a", both, 6.5)), machine.with("a", 10));
        assertThat(chosen(result)).isEqualTo("a wasm, graph basic, no arena");
    }

    @Test
    void the_front_has_what_is_quickest_smallest_and_nearest_and_nothing_that_is_surely_worse() {
        SelectStudy.Result result = select(
                of(
                        with("a", HALF, 7).off(5e-3),
                        with("a", FREE, 12).growing(20_000_000),
                        with("a", BASIC, 14).growing(60_000_000)),
                machine.with("a", 10));
        assertThat(result.front())
                .extracting(each -> each.candidate().configuration())
                .containsExactly(HALF, Configuration.USUAL, FREE);
        assertThat(result.front())
                .allSatisfy(each -> assertThat(each.verification()).isInstanceOf(Verification.Verified.class));
    }

    @Test
    void a_figure_that_does_not_hold_in_another_process_is_told() {
        SelectStudy.Result result =
                select(Variations.NONE, machine.with("a", 10).slowerAgain(1.5));
        assertThat(result.front()).singleElement().satisfies(each -> {
            assertThat(each.verification()).isInstanceOf(Verification.Differed.class);
            assertThat(each.verification().words()).startsWith("differed: 1.");
        });
        assertThat(chosen(result)).isEqualTo("a wasm");
    }

    @Test
    void for_memory_the_configuration_that_grows_least_is_chosen() {
        SelectStudy.Result result =
                select(Objective.MEMORY, of(with("a", FREE, 25).growing(20_000_000)), machine.with("a", 10));
        assertThat(chosen(result)).isEqualTo("a wasm, no arena");
        assertThat(result.front())
                .extracting(each -> each.candidate().configuration())
                .contains(Configuration.USUAL);
    }

    @Test
    void blocks_of_a_race_give_the_ratio_that_is_told() {
        SelectStudy.Result result = select(Variations.NONE, machine.with("a", 10), machine.with("b", 12));
        RaceRecord race = result.races().get(0);
        double[] sums = new double[2];
        int[] counts = new int[2];
        race.blocks().forEach(block -> {
            int which = block.candidate().browser().equals(Optional.of("a")) ? 0 : 1;
            sums[which] += Math.log(block.cost());
            counts[which]++;
        });
        assertThat(counts[0]).isEqualTo(counts[1]).isEqualTo(race.rounds());
        double told = result.findings()
                .get(1)
                .measured()
                .orElseThrow()
                .toChosen()
                .orElseThrow()
                .value();
        assertThat(Math.exp((sums[1] - sums[0]) / counts[0])).isCloseTo(told, Offset.offset(1e-9));
    }

    @Test
    void steps_are_those_that_a_backend_can_take() {
        List<Dimension> all = List.of(Dimension.values());
        assertThat(Dimension.steps(all, Configuration.USUAL, Backends.NATIVE_CPU, List.of("ort.all")))
                .extracting(Configuration::words)
                .containsExactly(
                        List.of("graph extended"),
                        List.of("graph basic"),
                        List.of("graph disabled"),
                        List.of("no arena"),
                        List.of("parallel nodes"),
                        List.of("float16 model"));
        assertThat(Dimension.steps(List.of(Dimension.EXECUTION), Configuration.USUAL, Backends.OPENVINO, List.of()))
                .isEmpty();
        assertThat(Configuration.USUAL
                        .withParallelNodes()
                        .over(SessionSettings.defaults())
                        .options()
                        .runsInParallel())
                .isTrue();
        assertThat(Dimension.steps(List.of(Dimension.BUILD), Configuration.USUAL, Backends.WASM, List.of("ort.all")))
                .extracting(Configuration::words)
                .containsExactly(List.of("build ort.all"));
        assertThat(Dimension.steps(Dimension.usual(), Configuration.USUAL, Backends.OPENVINO, List.of()))
                .contains(TOLD)
                .noneMatch(each -> each.isNarrow() && !each.halfModel());
        assertThat(Dimension.steps(Dimension.usual(), Configuration.USUAL, Backends.CUDA, List.of()))
                .noneMatch(each -> each.precision().isPresent());
        assertThat(Dimension.steps(all, Configuration.USUAL, Backends.CUDA, List.of()))
                .anyMatch(each -> each.precision().equals(Optional.of(Precision.TF32)));
        assertThat(Dimension.repairs(Dimension.usual(), Backends.OPENVINO)).containsExactly(TOLD);
        assertThat(Dimension.repairs(all, Backends.OPENVINO)).containsExactly(TOLD);
        assertThat(Dimension.repairs(all, Backends.WASM)).isEmpty();
    }
}
