package dev.bascule.studies.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.studies.select.Finding.Fate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SelectStudyTest {
    private final SimulatedMachine machine = new SimulatedMachine(5, 0.03);

    private static SelectLimits budget(int seconds) {
        return new SelectLimits(Duration.ofSeconds(seconds), Optional.empty(), OptionalLong.empty());
    }

    private SelectStudy.Result select(
            Objective objective, SelectLimits limits, Outlook.Source outlooks, List<Entrant> entrants) {
        return new SelectStudy(
                        objective, limits, outlooks, Variations.NONE, machine::nanos, new Random(1), activity -> {})
                .run(entrants);
    }

    private SelectStudy.Result select(SelectLimits limits, Entrant... entrants) {
        return select(Objective.LATENCY, limits, candidate -> new Outlook.Unknown("nobody asked"), List.of(entrants));
    }

    private static String chosen(SelectStudy.Result result) {
        return result.findings().stream()
                .filter(each -> each.fate() == Fate.CHOSEN)
                .map(each -> each.candidate().browser().orElseThrow())
                .findFirst()
                .orElse("none");
    }

    private static Fate fate(SelectStudy.Result result, String name) {
        return result.findings().stream()
                .filter(each -> each.candidate().browser().equals(Optional.of(name)))
                .map(Finding::fate)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void the_quickest_is_chosen_and_those_that_are_surely_worse_are_told_apart() {
        SelectStudy.Result result =
                select(budget(20), machine.with("slow", 30), machine.with("quick", 10), machine.with("near", 12));
        assertThat(chosen(result)).isEqualTo("quick");
        assertThat(fate(result, "near")).isEqualTo(Fate.WORSE);
        assertThat(fate(result, "slow")).isEqualTo(Fate.WORSE);
        assertThat(result.ending()).isEqualTo(SelectReport.Ending.SEPARATED);
        assertThat(result.findings())
                .allSatisfy(each -> assertThat(each.measured()).isPresent());
    }

    @Test
    void what_is_wrong_is_never_chosen_however_quick() {
        SelectStudy.Result result = select(
                budget(20),
                machine.with("right", 10),
                machine.with("planted", 0.1).wrong());
        assertThat(chosen(result)).isEqualTo("right");
        assertThat(fate(result, "planted")).isEqualTo(Fate.FAILED);
        assertThat(result.ending()).isEqualTo(SelectReport.Ending.ONLY_ONE);
    }

    @Test
    void what_turns_out_to_have_run_elsewhere_is_never_chosen_though_it_won_the_race() {
        SelectStudy.Result result = select(
                budget(20), machine.with("right", 10), machine.with("liar", 8).elsewhere());
        assertThat(chosen(result)).isEqualTo("right");
        assertThat(fate(result, "liar")).isEqualTo(Fate.FAILED);
        assertThat(result.findings().get(1).measured()).isEmpty();
    }

    @Test
    void without_anything_right_nothing_is_chosen() {
        SelectStudy.Result result =
                select(budget(20), machine.with("planted", 1).wrong());
        assertThat(chosen(result)).isEqualTo("none");
        assertThat(result.ending()).isEqualTo(SelectReport.Ending.NONE);
    }

    @Test
    void every_session_that_was_opened_is_ended_once() {
        select(
                budget(20),
                machine.with("a", 10),
                machine.with("b", 11),
                machine.with("c", 100),
                machine.with("d", 9).elsewhere());
        // The first of the front are opened once more.
        assertThat(machine.ended).contains("a", "b", "c", "d").containsExactlyInAnyOrderElementsOf(machine.opened);
    }

    @Test
    void of_two_that_are_within_five_percent_the_one_with_fewer_threads_is_chosen() {
        SimulatedMachine.Simulated one = machine.with("one", 10.1);
        SimulatedMachine.Simulated two = machine.new Simulated(SimulatedMachine.candidate("two", 2), 10.0);
        SelectStudy.Result result = select(budget(60), one, two);
        assertThat(chosen(result)).isEqualTo("one");
        assertThat(fate(result, "two")).isEqualTo(Fate.AS_GOOD);
        assertThat(result.ending()).isEqualTo(SelectReport.Ending.SEPARATED);
    }

    @Test
    void what_the_budget_has_no_time_for_is_said_and_the_answer_is_not_called_the_best() {
        SelectStudy.Result result = select(
                budget(3),
                IntStream.range(0, 8)
                        .mapToObj(i -> machine.with("b" + i, 10 + i))
                        .toArray(Entrant[]::new));
        assertThat(result.ending()).isEqualTo(SelectReport.Ending.BUDGET_OVER);
        assertThat(result.findings()).anyMatch(each -> each.fate() == Fate.NOT_TRIED);
        assertThat(chosen(result)).isNotEqualTo("none");
    }

    @Test
    void the_most_promising_is_tried_first_and_the_hopeless_not_at_all() {
        Map<String, Double> expected = Map.of("a", 40.0, "b", 9.0, "c", 300.0);
        SelectStudy.Result result = select(
                Objective.LATENCY,
                budget(20),
                candidate -> {
                    double millis = expected.getOrDefault(candidate.browser().orElseThrow(), 1.0);
                    return new Outlook.Expected(millis, millis / 3, millis * 3, false);
                },
                List.of(machine.with("a", 40), machine.with("b", 10), machine.with("c", 300)));
        assertThat(machine.opened).containsExactly("b", "a", "b");
        assertThat(fate(result, "c")).isEqualTo(Fate.PREDICTED_WORSE);
        assertThat(result.findings())
                .filteredOn(each -> each.fate() == Fate.PREDICTED_WORSE)
                .allSatisfy(each -> assertThat(each.measured()).isEmpty());
    }

    @Test
    void a_prediction_that_promises_too_much_is_no_answer() {
        SelectStudy.Result result = select(
                Objective.LATENCY,
                budget(20),
                candidate -> candidate.browser().equals(Optional.of("promised"))
                        ? new Outlook.Expected(1, 0.5, 2, false)
                        : new Outlook.Expected(10, 5, 20, false),
                List.of(machine.with("promised", 25), machine.with("true", 10)));
        assertThat(chosen(result)).isEqualTo("true");
    }

    @Test
    void what_is_known_to_fail_is_not_tried_again() {
        SelectStudy.Result result = select(
                Objective.LATENCY,
                budget(20),
                candidate -> candidate.browser().equals(Optional.of("broken"))
                        ? new Outlook.CannotRun("it was wrong there")
                        : new Outlook.Unknown(""),
                List.of(machine.with("broken", 1), machine.with("true", 10)));
        assertThat(machine.opened).containsOnly("true");
        assertThat(fate(result, "broken")).isEqualTo(Fate.KNOWN_TO_FAIL);
    }

    private SelectStudy.Result selectWithDoubt(int seconds, Entrant... entrants) {
        return select(
                Objective.LATENCY,
                budget(seconds),
                candidate -> candidate.browser().equals(Optional.of("doubted"))
                        ? new Outlook.ExpectedToFail("1 of 1 models with operator Foo failed")
                        : new Outlook.Unknown(""),
                List.of(entrants));
    }

    @Test
    void what_only_follows_from_others_that_failed_is_tried_after_all_the_rest() {
        SelectStudy.Result result =
                selectWithDoubt(20, machine.with("doubted", 5), machine.with("a", 10), machine.with("b", 12));
        assertThat(machine.opened.subList(0, 3)).containsExactly("a", "b", "doubted");
        assertThat(chosen(result)).isEqualTo("doubted");
    }

    @Test
    void what_is_expected_to_fail_and_was_not_tried_makes_no_answer_the_only_one() {
        SelectStudy.Result result = selectWithDoubt(1, machine.with("doubted", 5), machine.with("a", 10));
        assertThat(fate(result, "doubted")).isEqualTo(Fate.EXPECTED_TO_FAIL);
        assertThat(result.ending()).isEqualTo(SelectReport.Ending.BUDGET_OVER);
        SelectStudy.Result none = selectWithDoubt(
                1, machine.with("a", 10).wrong(), machine.with("b", 10).wrong(), machine.with("doubted", 5));
        assertThat(fate(none, "doubted")).isEqualTo(Fate.EXPECTED_TO_FAIL);
        assertThat(none.ending()).isEqualTo(SelectReport.Ending.NOTHING_FOUND);
    }

    @Test
    void a_tail_decides_for_the_95th_percentile_and_not_for_the_median() {
        List<Entrant> entrants = List.of(machine.with("jittery", 10).withTail(5), machine.with("steady", 12));
        assertThat(chosen(select(Objective.LATENCY, budget(30), any -> new Outlook.Unknown(""), entrants)))
                .isEqualTo("jittery");
        assertThat(chosen(select(Objective.P95, budget(30), any -> new Outlook.Unknown(""), entrants)))
                .isEqualTo("steady");
    }

    @Test
    void beyond_the_deadline_or_the_memory_nothing_is_chosen() {
        SelectLimits limits = new SelectLimits(
                Duration.ofSeconds(20), Optional.of(Duration.ofMillis(15)), OptionalLong.of(100_000_000));
        SelectStudy.Result result = select(
                limits,
                machine.with("late", 20),
                machine.with("large", 5).growing(500_000_000),
                machine.with("fits", 12));
        assertThat(chosen(result)).isEqualTo("fits");
        assertThat(fate(result, "late")).isEqualTo(Fate.OVER_LIMIT);
        assertThat(fate(result, "large")).isEqualTo(Fate.OVER_LIMIT);
    }

    @Test
    void a_deadline_is_met_only_by_what_surely_meets_it() {
        SelectLimits limits =
                new SelectLimits(Duration.ofSeconds(20), Optional.of(Duration.ofMillis(20)), OptionalLong.empty());
        // One of twelve takes 50 ms: a median of 10 ms, and a 95th percentile that no race of these meets.
        SelectStudy.Result result = select(limits, machine.with("jittery", 10).withTail(5), machine.with("steady", 15));
        assertThat(chosen(result)).isEqualTo("steady");
        assertThat(fate(result, "jittery")).isEqualTo(Fate.OVER_LIMIT);
        assertThat(result.findings().get(0).measured().orElseThrow().tail()).isPresent();
    }

    @Test
    void of_too_few_inferences_nobody_says_that_they_meet_a_deadline() {
        SelectLimits limits =
                new SelectLimits(Duration.ofSeconds(5), Optional.of(Duration.ofMillis(1000)), OptionalLong.empty());
        SelectStudy.Result result = select(limits, machine.with("slow", 300));
        assertThat(chosen(result)).isEqualTo("none");
        assertThat(fate(result, "slow")).isEqualTo(Fate.NOT_KNOWN);
        assertThat(result.findings().get(0).note()).contains("not enough inferences", "of 86");
        assertThat(result.ending()).isEqualTo(SelectReport.Ending.NOTHING_FOUND);
    }

    @Test
    void a_single_candidate_is_measured_on_until_its_deadline_is_told() {
        SelectLimits limits =
                new SelectLimits(Duration.ofSeconds(20), Optional.of(Duration.ofMillis(30)), OptionalLong.empty());
        SelectStudy.Result result = select(limits, machine.with("only", 20));
        assertThat(chosen(result)).isEqualTo("only");
        assertThat(result.findings().get(0).measured().orElseThrow().samples()).isGreaterThanOrEqualTo(72);
    }

    @Test
    void for_memory_the_one_that_grows_least_is_chosen_without_a_race() {
        SelectStudy.Result result = select(
                Objective.MEMORY,
                budget(20),
                any -> new Outlook.Unknown(""),
                List.of(
                        machine.with("large", 5).growing(500_000_000),
                        machine.with("small", 50).growing(90_000_000)));
        assertThat(chosen(result)).isEqualTo("small");
        assertThat(result.rounds()).isZero();
        assertThat(result.ending()).isEqualTo(SelectReport.Ending.ONE_READING);
    }

    @Test
    void without_a_counter_of_energy_there_is_no_answer_but_the_reason() {
        SelectStudy.Result result =
                select(Objective.ENERGY, budget(20), any -> new Outlook.Unknown(""), List.of(machine.with("a", 5)));
        assertThat(result.ending()).isEqualTo(SelectReport.Ending.NOTHING_FOUND);
        assertThat(result.findings()).singleElement().satisfies(each -> {
            assertThat(each.fate()).isEqualTo(Fate.NOT_KNOWN);
            assertThat(each.note()).contains("no counter of energy");
        });
    }

    @Test
    void where_the_leader_turns_out_to_have_run_elsewhere_the_best_of_the_rest_is_the_answer_and_not_called_sure() {
        SelectStudy.Result result = select(
                budget(20), machine.with("liar", 3).elsewhere(), machine.with("right", 10), machine.with("slow", 15));
        assertThat(chosen(result)).isEqualTo("right");
        assertThat(fate(result, "liar")).isEqualTo(Fate.FAILED);
        assertThat(result.ending()).isEqualTo(SelectReport.Ending.BUDGET_OVER);
    }

    @Test
    void who_was_dropped_for_a_leader_that_failed_at_last_may_still_be_the_answer() {
        SelectStudy.Result result = select(
                budget(20), machine.with("liar", 8).elsewhere(), machine.with("right", 10), machine.with("slow", 13));
        assertThat(chosen(result)).isEqualTo("right");
        assertThat(result.ending()).isEqualTo(SelectReport.Ending.BUDGET_OVER);
    }

    @Test
    void a_time_measured_before_does_not_keep_from_trying_again_what_may_be_the_best() {
        SelectStudy.Result result = select(
                Objective.LATENCY,
                budget(20),
                candidate -> candidate.browser().equals(Optional.of("once-slow"))
                        ? new Outlook.Expected(25, 25 / 1.5, 25 * 1.5, true)
                        : new Outlook.Expected(10, 10 / 1.5, 15, true),
                List.of(machine.with("once-slow", 9), machine.with("usual", 10)));
        assertThat(chosen(result)).isEqualTo("once-slow");
    }

    @Test
    void memory_that_nobody_can_read_does_not_pass_a_limit() {
        SelectLimits limits = new SelectLimits(Duration.ofSeconds(20), Optional.empty(), OptionalLong.of(100_000_000));
        SelectStudy.Result result = select(limits, machine.with("hidden", 5).unseen(), machine.with("seen", 10));
        assertThat(chosen(result)).isEqualTo("seen");
        assertThat(fate(result, "hidden")).isEqualTo(Fate.NOT_KNOWN);
    }

    @Test
    void where_not_all_were_tried_it_does_not_say_that_none_is_right() {
        SelectStudy.Result result = select(
                new SelectLimits(Duration.ofMillis(500), Optional.empty(), OptionalLong.empty()),
                machine.with("wrong", 5).wrong(),
                machine.with("untried", 10));
        assertThat(result.ending()).isEqualTo(SelectReport.Ending.NOTHING_FOUND);
    }

    @Test
    void fewer_than_twenty_inferences_have_no_95th_percentile() {
        SelectStudy.Result result = select(
                Objective.P95,
                budget(20),
                any -> new Outlook.Unknown(""),
                List.of(machine.with("slow", 400).cut(8)));
        assertThat(fate(result, "slow")).isEqualTo(Fate.NOT_KNOWN);
    }

    @Test
    void of_ten_close_ones_the_choice_is_within_five_percent_of_the_best_nearly_always() {
        int hits = 0;
        for (int seed = 0; seed < 60; seed++) {
            SimulatedMachine noisy = new SimulatedMachine(seed, 0.1);
            Random times = new Random(seed);
            List<SimulatedMachine.Simulated> entrants = IntStream.range(0, 6)
                    .mapToObj(i -> noisy.with("b" + i, 8 + 4 * times.nextDouble()))
                    .toList();
            double best = entrants.stream()
                    .mapToDouble(SimulatedMachine.Simulated::millis)
                    .min()
                    .orElseThrow();
            SelectStudy.Result result = new SelectStudy(
                            Objective.LATENCY,
                            budget(10),
                            any -> new Outlook.Unknown(""),
                            Variations.NONE,
                            noisy::nanos,
                            new Random(seed),
                            activity -> {})
                    .run(List.copyOf(entrants));
            double chosen = entrants.stream()
                    .filter(each -> each.candidate().browser().equals(Optional.of(chosen(result))))
                    .mapToDouble(SimulatedMachine.Simulated::millis)
                    .findFirst()
                    .orElseThrow();
            hits += chosen <= 1.05 * best ? 1 : 0;
        }
        assertThat(hits).isGreaterThanOrEqualTo(57);
    }
}
