package dev.bascule.reports.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.attempt.MeasurementKey;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.reports.change.CellSeries.Point;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.ActualPlacement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class SeriesAnalysisTest {
    private static final EDivisive.Settings SETTINGS = EDivisive.Settings.DEFAULT;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** Times of runs: log-normal, with a heavy run in twenty. */
    private static double[] logs(int n, double deviation, IntToDoubleFunction level, Random random) {
        double[] logs = new double[n];
        Arrays.setAll(
                logs,
                i -> Math.log(level.applyAsDouble(i))
                        + deviation * random.nextGaussian() * (random.nextInt(20) == 0 ? 3 : 1));
        return logs;
    }

    private static ActualPlacement on(String backend) {
        return new ActualPlacement(backend, ProofClass.PROVEN, Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static Point point(int i, double median, Verdict verdict, Map<String, String> versions) {
        return point(i, median, verdict, versions, on("wasm"));
    }

    private static Point point(
            int i, double median, Verdict verdict, Map<String, String> versions, ActualPlacement reached) {
        return point(i, median, verdict, versions, reached, false);
    }

    private static Point point(
            int i,
            double median,
            Verdict verdict,
            Map<String, String> versions,
            ActualPlacement reached,
            boolean disturbed) {
        double[] samples = new double[9];
        Arrays.setAll(samples, k -> median * (1 + 0.001 * (k - 4)));
        return new Point(
                START.plus(Duration.ofDays(i)),
                "run" + i,
                verdict,
                Samples.ofMillis(samples),
                disturbed,
                reached,
                new TreeMap<>(versions));
    }

    private static CellSeries series(int n, IntToDoubleFunction median, Random random, int versionChanges) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            double noise = Math.exp(0.02 * random.nextGaussian());
            points.add(point(
                    i,
                    median.applyAsDouble(i) * noise,
                    Verdict.PASS,
                    Map.of("browser Chromium", i < versionChanges ? "153.0" : "156.0", "kernel", "6.1")));
        }
        return new CellSeries("bert", "wasm in Chromium", "f00d", points);
    }

    @Test
    void a_slowdown_is_found_where_it_began_with_the_version_that_changed_there() {
        CellSeries series = series(40, i -> i < 24 ? 5 : 5.5, new Random(5), 24);

        SeriesReport report = SeriesAnalysis.analyze(series, SETTINGS);

        assertThat(report.changes()).singleElement().satisfies(change -> {
            assertThat(change.runId()).isEqualTo("run24");
            assertThat(change.slower()).isTrue();
            assertThat(change.beforeMs()).isEqualTo(5, within(0.1));
            assertThat(change.shift().ci95().contains(1.1)).isTrue();
            assertThat(change.p()).isLessThan(0.01);
            assertThat(change.versions().get(0).words()).isEqualTo("browser Chromium 153.0 → 156.0");
            assertThat(change.versions().get(0).distance()).isZero();
        });
        assertThat(report.marks()).hasSize(1);
        assertThat(report.anomalies()).isEmpty();
    }

    @Test
    void several_changes_are_found_each_in_its_place() {
        SeriesReport report =
                SeriesAnalysis.analyze(series(90, i -> i < 30 ? 5 : i < 60 ? 6 : 5, new Random(6), 99), SETTINGS);

        assertThat(report.changes()).extracting(change -> change.runId()).containsExactly("run30", "run60");
        assertThat(report.changes().get(1).slower()).isFalse();
        assertThat(report.changes().get(0).versions()).isEmpty();
    }

    @Test
    void a_single_run_far_off_is_an_anomaly_and_no_change() {
        SeriesReport report = SeriesAnalysis.analyze(series(40, i -> i == 17 ? 8 : 5, new Random(7), 99), SETTINGS);

        assertThat(report.changes()).isEmpty();
        assertThat(report.anomalies()).singleElement().satisfies(anomaly -> {
            assertThat(anomaly.runId()).isEqualTo("run17");
            assertThat(anomaly.ratio()).isBetween(1.5, 1.7);
            assertThat(anomaly.deviations()).isGreaterThan(5);
        });
    }

    @Test
    void what_was_wrong_or_not_timed_has_no_speed_and_its_verdict_is_told() {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            points.add(point(i, 5, i < 8 ? Verdict.PASS : Verdict.WRONG, Map.of()));
        }
        CellSeries series = new CellSeries("bert", "wasm", "f00d", points);

        SeriesReport report = SeriesAnalysis.analyze(series, SETTINGS);

        assertThat(series.timed()).hasSize(8);
        assertThat(report.verdicts()).singleElement().satisfies(change -> {
            assertThat(change.runId()).isEqualTo("run8");
            assertThat(change.after()).isEqualTo(Verdict.WRONG);
        });
    }

    @Test
    void too_short_or_constant_series_have_nothing_to_tell() {
        assertThat(EDivisive.cuts(new double[] {1, 2, 3}, SETTINGS)).isEmpty();
        assertThat(EDivisive.cuts(new double[50], SETTINGS)).isEmpty();
        assertThat(EDivisive.cuts(new double[0], SETTINGS)).isEmpty();
    }

    /** The quick sums against the definition: the cut of the greatest weighted energy distance. */
    @Test
    void the_greatest_cut_is_that_of_the_definition() {
        Random random = new Random(11);
        for (int round = 0; round < 20; round++) {
            int at = 10 + random.nextInt(20);
            double[] values = logs(40, 0.02, i -> i < at ? 5 : 6, random);
            // Rounded, so that there are ties.
            double[] rounded =
                    Arrays.stream(values).map(v -> Math.rint(v * 100) / 100).toArray();

            assertThat(EDivisive.cuts(rounded, SETTINGS))
                    .extracting(EDivisive.Cut::index)
                    .contains(naive(rounded));
        }
    }

    private static int naive(double[] x) {
        int best = 0;
        double greatest = 0;
        for (int m = SETTINGS.least(); m <= x.length - SETTINGS.least(); m++) {
            double between = 0;
            double left = 0;
            double right = 0;
            for (int i = 0; i < x.length; i++) {
                for (int j = i + 1; j < x.length; j++) {
                    double distance = Math.abs(x[i] - x[j]);
                    between += i < m && j >= m ? distance : 0;
                    left += j < m ? distance : 0;
                    right += i >= m ? distance : 0;
                }
            }
            int k = x.length - m;
            double energy = 2 * between / (m * k) - 2 * left / (m * (m - 1.0)) - 2 * right / (k * (k - 1.0));
            if (energy * m * k / x.length > greatest) {
                greatest = energy * m * k / x.length;
                best = m;
            }
        }
        return best;
    }

    @Test
    void simulated_series_show_how_often_changes_are_found_and_how_often_invented() {
        Random random = new Random(21);
        EDivisive.Settings quick = new EDivisive.Settings(0.01, 199, 3, 42);
        int invented = 0;
        int series = 400;
        for (int i = 0; i < series; i++) {
            invented += EDivisive.cuts(logs(60, 0.02, at -> 5, random), quick).isEmpty() ? 0 : 1;
        }
        int found = 0;
        int near = 0;
        int planted = 200;
        for (int i = 0; i < planted; i++) {
            List<EDivisive.Cut> cuts = EDivisive.cuts(logs(60, 0.02, at -> at < 40 ? 5 : 5.25, random), quick);
            found += cuts.isEmpty() ? 0 : 1;
            near += cuts.stream().anyMatch(cut -> Math.abs(cut.index() - 40) <= 2) ? 1 : 0;
        }
        System.out.printf(
                Locale.ROOT,
                "simulation: change points, 60 runs that differ by 2 %%: invented in %.1f %% of %d series that never change; a"
                        + " slowdown of 5 %% after 40 runs found in %.1f %% of %d, within two runs of its place in %.1f %%%n",
                100.0 * invented / series,
                series,
                100.0 * found / planted,
                planted,
                100.0 * near / planted);

        assertThat((double) invented / series).isLessThanOrEqualTo(0.03);
        assertThat((double) found / planted).isGreaterThanOrEqualTo(0.95);
        assertThat((double) near / planted).isGreaterThanOrEqualTo(0.85);
    }

    /** Of a chain that ran on webgpu and from some run on falls back to a wasm that takes four times as long, and later gets slower. */
    private static List<Point> fallingBack(Random random) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            boolean gpu = i < 20;
            double median = (gpu ? 5 : i < 40 ? 20 : 24) * Math.exp(0.02 * random.nextGaussian());
            Verdict verdict = gpu ? Verdict.PASS : Verdict.FELL_BACK;
            points.add(point(i, median, verdict, Map.of(), on(gpu ? "webgpu" : "wasm")));
        }
        return points;
    }

    @Test
    @Tag("red-team")
    void a_chain_that_falls_back_since_a_run_is_told_as_that_and_never_as_slower() {
        CellSeries series = new CellSeries("bert", "webgpu→wasm in Chromium", "f00d", fallingBack(new Random(8)));

        SeriesReport report = SeriesAnalysis.analyze(series, SETTINGS);

        assertThat(report.places()).singleElement().satisfies(change -> {
            assertThat(change.runId()).isEqualTo("run20");
            assertThat(change.words()).isEqualTo("it falls back to wasm; before it ran on webgpu");
        });
        assertThat(report.changes()).singleElement().satisfies(change -> {
            assertThat(change.runId()).isEqualTo("run40");
            assertThat(change.on().backend()).isEqualTo("wasm");
        });
        assertThat(report.tested()).isEqualTo(2);
        double[] blind = series.timed().stream()
                .mapToDouble(point -> Math.log(point.medianMs()))
                .toArray();
        assertThat(EDivisive.cuts(blind, SETTINGS))
                .as("negative control: one series of both would call it slower")
                .extracting(EDivisive.Cut::index)
                .contains(20);
    }

    /** The same runs with the measurement that each rests on. */
    private static List<Point> measured(List<Point> points) {
        return points.stream()
                .map(point -> new Point(
                        point.at(),
                        point.runId(),
                        point.verdict(),
                        point.samples(),
                        point.disturbed(),
                        point.reached(),
                        point.versions(),
                        Optional.of(new MeasurementKey(
                                Fixtures.caseId(Fixtures.TEXT),
                                Fixtures.target(Backends.WASM),
                                Outcome.SUCCEEDED,
                                point.at(),
                                Duration.ofSeconds(1),
                                point.samples())),
                        point.conditions()))
                .toList();
    }

    @Test
    void what_a_chain_shows_of_the_strict_cells_is_told_of_both_and_looked_through_once() {
        List<Point> points = series(30, i -> i < 18 ? 5 : 5.6, new Random(9), 0).points();
        CellSeries strict = new CellSeries("bert", "wasm in Chromium", "f00d", measured(points));
        CellSeries chain = new CellSeries("bert", "webgpu→wasm in Chromium", "f00d", measured(points));
        CellSeries ownRuns = new CellSeries("bert", "webgpu→wasm in Chromium", "f00d", points);

        SeriesReport alone = SeriesAnalysis.analyze(strict, SETTINGS);
        List<SeriesReport> both = SeriesAnalysis.analyze(List.of(chain, strict), SETTINGS);

        assertThat(both)
                .extracting(SeriesReport::tested, SeriesReport::changes, SeriesReport::measuredIn)
                .containsExactly(
                        tuple(1, alone.changes(), List.of("wasm in Chromium")), tuple(1, alone.changes(), List.of()));
        assertThat(both).extracting(SeriesReport::isTellingAlone).containsExactly(false, true);
        assertThat(SeriesAnalysis.analyze(List.of(ownRuns, strict), SETTINGS))
                .as("negative control: it measured for itself")
                .extracting(SeriesReport::tested)
                .containsExactly(2, 2);
    }

    @Test
    void a_place_that_one_run_alone_had_is_no_lasting_change_and_a_proof_that_is_lost_is_one() {
        List<Point> points = new ArrayList<>();
        ActualPlacement unproven = new ActualPlacement(
                "webgpu", ProofClass.REPORTED, Optional.empty(), Optional.empty(), Optional.of("google swiftshader"));
        for (int i = 0; i < 12; i++) {
            points.add(point(i, 5, Verdict.PASS, Map.of(), i == 3 ? on("wasm") : i < 8 ? on("webgpu") : unproven));
        }

        SeriesReport report = SeriesAnalysis.analyze(new CellSeries("bert", "webgpu→wasm", "f00d", points), SETTINGS);

        assertThat(report.places())
                .extracting(SeriesReport.PlaceChange::words)
                .containsExactly("it runs on webgpu on google swiftshader, unproven; before it ran on webgpu");
    }

    /** Runs that differ by 2 %, one in twenty disturbed; slower by a factor from the 19th on. */
    private static CellSeries equal(int series, double last, Random random) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            boolean heavy = random.nextInt(20) == 0;
            double median = 5 * (i < 18 ? 1 : last) * Math.exp(0.02 * random.nextGaussian() * (heavy ? 3 : 1));
            points.add(point(i, median, Verdict.PASS, Map.of(), on("wasm"), heavy));
        }
        return new CellSeries("model-" + series, "wasm", "f00d", points);
    }

    /** What a reader of a report sees: many series at once, of which none or one changed. */
    @Test
    @Tag("full")
    void simulated_reports_of_fifty_series_show_how_often_any_change_is_invented() {
        Random random = new Random(23);
        int inventing = 0;
        int unusual = 0;
        int blind = 0;
        int reports = 150;
        int many = 50;
        for (int report = 0; report < reports; report++) {
            List<CellSeries> all =
                    IntStream.range(0, many).mapToObj(i -> equal(i, 1, random)).toList();
            List<SeriesReport> found = SeriesAnalysis.analyze(all, SETTINGS);
            inventing += found.stream().anyMatch(one -> !one.changes().isEmpty()) ? 1 : 0;
            unusual += found.stream().flatMap(one -> one.anomalies().stream()).anyMatch(anomaly -> !anomaly.disturbed())
                    ? 1
                    : 0;
            blind += report < 40 && all.stream().anyMatch(SeriesAnalysisTest::changesAlone) ? 1 : 0;
        }
        int found = 0;
        int planted = 40;
        for (int report = 0; report < planted; report++) {
            List<CellSeries> all = IntStream.range(0, many)
                    .mapToObj(i -> equal(i, i == 7 ? 1.1 : 1, random))
                    .toList();
            found += SeriesAnalysis.analyze(all, SETTINGS).get(7).changes().isEmpty() ? 0 : 1;
        }
        System.out.printf(
                Locale.ROOT,
                "simulation: reports of %d series of 30 runs that differ by 2 %%: %.1f %% of %d reports invent a change (%.0f %%"
                        + " without the correction), %.1f %% call a run unusual that was not disturbed; one series of them slower by 10 %% is found in"
                        + " %.0f %% of %d%n",
                many,
                100.0 * inventing / reports,
                reports,
                100.0 * blind / 40,
                100.0 * unusual / reports,
                100.0 * found / planted,
                planted);

        assertThat((double) inventing / reports).isLessThanOrEqualTo(0.02);
        assertThat((double) unusual / reports).isLessThanOrEqualTo(0.05);
        assertThat((double) found / planted).isGreaterThanOrEqualTo(0.95);
        assertThat((double) blind / 40)
                .as("negative control: series by series, most of such reports cry wolf or near it")
                .isGreaterThan(0.2);
    }

    private static boolean changesAlone(CellSeries series) {
        return !SeriesAnalysis.analyze(series, SETTINGS).changes().isEmpty();
    }

    @Test
    @Tag("full")
    void simulated_series_show_how_often_a_run_is_called_unusual_for_nothing() {
        Random random = new Random(22);
        int invented = 0;
        for (int i = 0; i < 200; i++) {
            invented += SeriesAnalysis.analyze(series(30, at -> 5, random, 99), new EDivisive.Settings(0.01, 99, 3, 1))
                            .anomalies()
                            .isEmpty()
                    ? 0
                    : 1;
        }
        System.out.printf(
                Locale.ROOT,
                "simulation: anomalies, 30 runs that differ by 2 %%: invented in %.1f %% of 200 series%n",
                invented / 2.0);

        assertThat(invented).isLessThanOrEqualTo(4);
    }

    @Test
    void a_thousand_runs_are_looked_through_in_order_of_the_seed() {
        double[] values = logs(1000, 0.02, i -> i < 500 ? 5 : 5.3, new Random(9));

        assertThat(EDivisive.cuts(values, SETTINGS))
                .isEqualTo(EDivisive.cuts(values, SETTINGS))
                .isNotEmpty();
    }
}
