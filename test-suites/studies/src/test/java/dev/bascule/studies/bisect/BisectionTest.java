package dev.bascule.studies.bisect;

import static dev.bascule.studies.bisect.ScriptedProber.version;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.testing.TestSize;
import dev.bascule.studies.bisect.BisectPlan.Side;
import dev.bascule.studies.bisect.BisectResult.Ending;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BisectionTest {
    private static final BisectLimits LIMITS = BisectLimits.usual(Duration.ofMinutes(30));
    private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

    private static BisectResult search(BisectPlan plan, Prober prober) {
        return new Bisection(plan, prober, CLOCK, BisectListener.silent()).search();
    }

    private static BisectPlan engines(int count, boolean fix, BisectLimits limits) {
        return engines(count, 0, count - 1, fix, limits);
    }

    private static BisectPlan engines(int count, int from, int to, boolean fix, BisectLimits limits) {
        return new BisectPlan(
                new Side.Line(ScriptedProber.line(Axis.ENGINE, count, from, to)), new Side.Fixed("150"), fix, limits);
    }

    private static String sentence(BisectResult result) {
        assertThat(result.ending()).isInstanceOf(Ending.Found.class);
        return result.lines().get(0).sentence();
    }

    @Test
    void a_fault_from_any_version_on_is_found_there() {
        for (int k = 1; k < 33; k++) {
            int from = k;
            ScriptedProber prober = ScriptedProber.engine(n -> n >= from);

            BisectResult result = search(engines(33, false, LIMITS.sampling(0)), prober);

            assertThat(sentence(result)).isEqualTo("bad since %s, last good %s".formatted(version(k), version(k - 1)));
            assertThat(prober.versions()).isLessThanOrEqualTo(8);
        }
    }

    @Test
    void the_version_that_mended_it_is_found_when_it_is_asked_for() {
        for (int k = 1; k < 33; k++) {
            int fixed = k;
            BisectResult result = search(engines(33, true, LIMITS.sampling(0)), ScriptedProber.engine(n -> n < fixed));

            assertThat(sentence(result)).isEqualTo("bad up to %s, fixed %s".formatted(version(k - 1), version(k)));
            assertThat(result.lines().get(0).boundaries().get(0).firstBad()).isEqualTo(version(k - 1));
        }
    }

    @Test
    void what_broke_in_the_middle_and_was_mended_is_told_as_a_range() {
        BisectResult beyond = search(engines(20, 0, 11, false, LIMITS), ScriptedProber.engine(n -> n == 10 || n == 11));
        assertThat(sentence(beyond)).isEqualTo("bad 1.10.0–1.11.0, fixed 1.12.0");

        BisectResult twice =
                search(engines(20, false, LIMITS), ScriptedProber.engine(n -> n == 9 || n == 10 || n >= 14));
        assertThat(sentence(twice)).isEqualTo("bad 1.9.0–1.10.0, fixed 1.11.0, bad since 1.14.0, last good 1.13.0");
    }

    @Test
    void equal_ends_are_refused_with_words() {
        BisectResult good = search(engines(9, false, LIMITS), ScriptedProber.engine(n -> false));
        assertThat(good.ending()).isInstanceOfSatisfying(Ending.EqualEnds.class, equal -> {
            assertThat(equal.why()).startsWith("both ends are good, in 5 runs each");
            assertThat(equal.remedy()).contains("--from");
        });
        assertThat(good.probes()).isEqualTo(2);

        BisectResult bad = search(engines(9, false, LIMITS), ScriptedProber.engine(n -> true));
        assertThat(bad.ending())
                .isInstanceOfSatisfying(
                        Ending.EqualEnds.class, equal -> assertThat(equal.why()).startsWith("both ends are bad"));
    }

    @Test
    void ends_that_differ_the_other_way_round_name_the_option_that_searches_them() {
        assertThat(search(engines(9, false, LIMITS), ScriptedProber.engine(n -> n < 4))
                        .ending())
                .isInstanceOfSatisfying(
                        Ending.OtherWay.class,
                        other -> assertThat(other.remedy()).contains("--find-fix finds"));
        assertThat(search(engines(9, true, LIMITS), ScriptedProber.engine(n -> n >= 4))
                        .ending())
                .isInstanceOfSatisfying(
                        Ending.OtherWay.class,
                        other -> assertThat(other.remedy()).contains("leave --find-fix away"));
    }

    @Test
    void versions_of_which_nothing_can_be_said_are_gone_around() {
        BisectResult around = search(
                engines(17, false, LIMITS.sampling(0)),
                ScriptedProber.engine(n -> n >= 5).without(n -> n == 8 || n == 7));
        assertThat(sentence(around)).isEqualTo("bad since 1.5.0, last good 1.4.0");

        BisectResult hidden = search(
                engines(17, false, LIMITS.sampling(0)),
                ScriptedProber.engine(n -> n >= 8).without(n -> Set.of(7, 8, 9).contains(n)));
        assertThat(sentence(hidden)).isEqualTo("broken between 1.6.0 and 1.10.0");
        assertThat(hidden.lines().get(0).boundaries().get(0).between()).containsExactly("1.7.0", "1.8.0", "1.9.0");
    }

    @Test
    void an_end_of_which_nothing_can_be_said_is_taken_further_in() {
        BisectResult result = search(
                engines(20, false, LIMITS.sampling(0)),
                ScriptedProber.engine(n -> n >= 10).without(n -> n < 3 || n == 19));

        assertThat(sentence(result)).isEqualTo("bad since 1.10.0, last good 1.9.0");
    }

    @Test
    void what_was_jumped_over_on_the_way_in_is_looked_at_where_the_ends_are_equal() {
        for (int first = 1; first < 18; first++) {
            int there = first;
            ScriptedProber prober = ScriptedProber.engine(n -> n <= there).without(n -> n < there);

            BisectResult result = search(engines(20, true, LIMITS.sampling(0)), prober);

            assertThat(sentence(result))
                    .isEqualTo("bad up to %s, fixed %s".formatted(version(first), version(first + 1)));
        }
        assertThat(sentence(search(
                        engines(20, false, LIMITS.sampling(0)),
                        ScriptedProber.engine(n -> n >= 10).without(n -> n > 10))))
                .isEqualTo("bad since 1.10.0, last good 1.9.0");
        assertThat(search(
                                engines(20, false, LIMITS),
                                ScriptedProber.engine(n -> true).without(n -> n < 6))
                        .ending())
                .isInstanceOfSatisfying(
                        Ending.EqualEnds.class, equal -> assertThat(equal.why()).contains("onnxruntime-web 1.6.0"));
    }

    @Test
    void where_nothing_can_be_said_of_any_end_that_is_told() {
        assertThat(search(
                                engines(9, false, LIMITS),
                                ScriptedProber.engine(n -> n > 3).without(n -> n != 8))
                        .ending())
                .isInstanceOfSatisfying(
                        Ending.EndUnknown.class, end -> assertThat(end.why()).contains("the backend is not there yet"));
    }

    @Test
    void a_version_that_lies_about_itself_says_nothing() {
        ScriptedProber prober = ScriptedProber.engine(n -> n >= 4).lyingAt(n -> n == 4);

        BisectResult result = search(engines(9, false, LIMITS.sampling(0)), prober);

        assertThat(sentence(result)).isEqualTo("broken between 1.3.0 and 1.5.0");
        assertThat(result.lines().get(0).states().get("1.4.0"))
                .isEqualTo(new VersionState.CannotSay("the package says 1.4.0 and the engine 0.9.9"));
    }

    @Test
    void a_browser_that_lies_about_itself_says_nothing() {
        Prober lying = pair -> new ProbeState.Good(
                Seen.of("").telling(java.util.Optional.empty(), java.util.Optional.of("149.0.7000.5")));

        assertThat(new ToldVersions(lying).probe(new VersionPair("1.2.0", "150.0.0")))
                .isEqualTo(new ProbeState.CannotSay("the package says 150.0.0 and the browser 149.0.7000.5"));
        assertThat(new ToldVersions(lying).probe(new VersionPair("1.2.0", "149.0.1")))
                .isInstanceOf(ProbeState.Good.class);
        assertThat(new ToldVersions(lying).probe(new VersionPair("1.2.0", "chrome-headless-shell")))
                .isInstanceOf(ProbeState.Good.class);
    }

    @Test
    void what_is_never_clear_leaves_a_gap_and_no_verdict() {
        ScriptedProber known = ScriptedProber.engine(n -> n >= 5);
        Prober noisy = pair -> ScriptedProber.number(pair.engine()) == 5
                ? new ProbeState.Unclear(Seen.of(""), "×1.19 (1.08–1.31)")
                : known.probe(pair);

        BisectResult result = search(engines(9, false, LIMITS.sampling(0)), noisy);

        assertThat(sentence(result)).isEqualTo("broken between 1.4.0 and 1.6.0");
        assertThat(result.lines().get(0).states().get("1.5.0").toString()).contains("not decided in 5 runs", "×1.19");
    }

    @Test
    void who_interrupts_gets_what_is_known() {
        ScriptedProber known = ScriptedProber.engine(n -> n >= 5);
        Prober interrupted = pair -> {
            if (known.asked.size() == 8) {
                Thread.currentThread().interrupt();
            }
            return known.probe(pair);
        };

        BisectResult result = search(engines(33, false, LIMITS), interrupted);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.cutShort()).contains("interrupted");
        assertThat(sentence(result)).startsWith("broken between 1.");
        assertThat(result.attempts()).isEqualTo(8);
    }

    @Test
    void the_four_pairs_name_the_axis_or_the_interaction() {
        record Row(String found, java.util.function.Predicate<VersionPair> bad) {}
        for (Row row : List.of(
                new Row("it is the engine", pair -> engine(pair) >= 7),
                new Row("it is the browser", pair -> browser(pair) >= 105),
                new Row(
                        "interaction: only the new engine in the new browser is bad",
                        pair -> engine(pair) >= 7 && browser(pair) >= 105),
                new Row(
                        "interaction: only the old engine in the old browser is good",
                        pair -> engine(pair) >= 7 || browser(pair) >= 105),
                new Row(
                        "interaction: only the new engine in the old browser is bad",
                        pair -> engine(pair) >= 7 && browser(pair) < 105))) {
            BisectPlan plan = new BisectPlan(
                    new Side.Line(ScriptedProber.line(Axis.ENGINE, 12, 0, 11)),
                    new Side.Line(ScriptedProber.line(Axis.BROWSER, 10, 0, 9)),
                    false,
                    LIMITS.sampling(0));

            BisectResult result = search(plan, new ScriptedProber(row.bad()));

            assertThat(result.axis().orElseThrow().sentence()).startsWith(row.found());
            for (LineResult line : result.lines()) {
                assertThat(line.boundaries()).hasSize(1);
                assertThat(line.boundaries().get(0).after())
                        .as(row.found())
                        .isEqualTo(line.axis() == Axis.ENGINE ? "1.7.0" : "105");
            }
            assertThat(result.lines()).hasSize(row.found().startsWith("interaction") ? 2 : 1);
        }
    }

    private static int engine(VersionPair pair) {
        return ScriptedProber.number(pair.engine());
    }

    private static int browser(VersionPair pair) {
        return Integer.parseInt(pair.browser());
    }

    /** Negative control of the whole: faults that show in a fifth of all runs, and runs of which a fifth comes out turned. */
    @Tag("sized")
    @Test
    void a_flaky_fault_is_found_in_nearly_all_searches() {
        int trials = TestSize.of(60, 300);
        BisectLimits limits = BisectLimits.flaky(Duration.ofHours(1)).sampling(0);
        int found = 0;
        int turned = 0;
        for (int trial = 0; trial < trials; trial++) {
            int k = 1 + trial % 19;
            ScriptedProber fails = ScriptedProber.engine(n -> n >= k);
            found += is(search(engines(20, false, limits), fails.showing(0.2, trial)), k) ? 1 : 0;
            turned += is(
                            search(
                                    engines(20, false, limits),
                                    fails.showing(1, trial).turned(0.2, trial)),
                            k)
                    ? 1
                    : 0;
        }
        assertThat(found).as("of %d, where a fifth of the runs fails", trials).isGreaterThanOrEqualTo(trials * 19 / 20);
        assertThat(turned)
                .as("of %d, where a fifth of the runs is turned", trials)
                .isGreaterThanOrEqualTo(trials * 19 / 20);
    }

    /** Who does not say that it comes and goes may be told that the ends are equal, or a gap; seldom another version. */
    @Tag("sized")
    @Test
    void a_flaky_fault_that_nobody_told_of_seldom_names_another_version() {
        int trials = TestSize.of(60, 300);
        int other = 0;
        int found = 0;
        for (int trial = 0; trial < trials; trial++) {
            int k = 1 + trial % 19;
            BisectResult result = search(
                    engines(20, false, LIMITS.sampling(0)),
                    ScriptedProber.engine(n -> n >= k).showing(0.2, trial));
            found += is(result, k) ? 1 : 0;
            other += !is(result, k)
                            && result.lines().stream()
                                    .anyMatch(line -> line.boundaries().stream().anyMatch(Boundary::isExact))
                    ? 1
                    : 0;
        }
        assertThat(found).as("found, of %d", trials).isGreaterThan(trials / 2);
        assertThat(other).as("named another, of %d", trials).isLessThan(trials / 20);
    }

    /** Asked after each run whether they differ, what is equal would seem to sooner or later. */
    @Tag("sized")
    @Test
    void negative_control_ends_that_fail_equally_often_are_seldom_told_apart() {
        int trials = TestSize.of(60, 300);
        for (double share : new double[] {0.2, 0.5}) {
            int found = 0;
            for (int trial = 0; trial < trials; trial++) {
                BisectResult result = search(
                        engines(
                                20,
                                false,
                                BisectLimits.flaky(Duration.ofHours(1)).sampling(0)),
                        ScriptedProber.engine(n -> true).showing(share, trial));
                found += result.ending() instanceof Ending.Found ? 1 : 0;
            }
            assertThat(found)
                    .as("of %d, where each fails in %s of its runs", trials, share)
                    .isLessThanOrEqualTo(trials / 30);
        }
    }

    private static boolean is(BisectResult result, int k) {
        return result.lines().stream()
                .flatMap(line -> line.boundaries().stream())
                .filter(Boundary::isExact)
                .map(Boundary::after)
                .toList()
                .equals(List.of(version(k)));
    }
}
