package dev.bascule.reports.rating;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static dev.bascule.reports.rating.ScoredCells.SECOND;
import static dev.bascule.reports.rating.ScoredCells.overall;
import static dev.bascule.reports.rating.ScoredCells.pass;
import static dev.bascule.reports.rating.ScoredCells.score;
import static dev.bascule.reports.rating.ScoredCells.table;
import static dev.bascule.reports.rating.ScoredCells.usual;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.TextStyle;
import java.util.List;
import org.junit.jupiter.api.Test;

class AssessmentTest {
    @Test
    void a_rating_whose_interval_straddles_a_threshold_says_so() {
        assertThat(new Assessment(81, new Interval(76, 84), ScoreBasis.NONE).words())
                .isEqualTo("High or Medium");
        assertThat(new Assessment(77, new Interval(76, 84), ScoreBasis.NONE).words())
                .isEqualTo("Medium or High");
        assertThat(new Assessment(84, new Interval(81, 88), ScoreBasis.NONE).words())
                .isEqualTo("High");
        assertThat(Rating.of(0)).isEqualTo(Rating.NONE);
        assertThat(Rating.of(60)).as("right and placed, without speed").isEqualTo(Rating.LOW);
        assertThat(Rating.of(65)).isEqualTo(Rating.MEDIUM);
        assertThat(Rating.of(80)).isEqualTo(Rating.HIGH);
    }

    @Test
    void the_interval_is_that_of_the_speed_and_a_failure_has_none() {
        ScoreTable table = table(List.of(
                pass(TEXT, NATIVE_CPU, 4),
                strict(
                        TEXT,
                        Verdict.PASS,
                        Fixtures.on(WASM).median(8).nativeTakes(4).build())));

        Assessment wasm = score(table, Family.EMBEDDING, "wasm").assessment();
        assertThat(wasm.interval().low()).isLessThan(wasm.value());
        assertThat(wasm.interval().high()).isGreaterThan(wasm.value());
        assertThat(wasm.interval().high() - wasm.interval().low()).isLessThan(3);
        Assessment cpu = score(table, Family.EMBEDDING, "cpu").assessment();
        assertThat(cpu.interval()).isEqualTo(new Interval(85, 85));
    }

    @Test
    void a_rating_over_cells_that_nobody_proved_says_so() {
        ScoreTable table = table(List.of(
                pass(TEXT, NATIVE_CPU, 8),
                pass(SECOND, NATIVE_CPU, 8),
                pass(VISION, NATIVE_CPU, 8),
                pass(TEXT, WASM, 1),
                pass(VISION, WASM, 1),
                strict(
                        SECOND,
                        Verdict.PASS,
                        Fixtures.on(WASM)
                                .median(1)
                                .evidence(Fixtures.reported(WASM))
                                .build())));

        TargetScore wasm = overall(table, "wasm");
        assertThat(wasm.assessment().rating()).isEqualTo(Rating.HIGH);
        assertThat(wasm.assessment().words()).isEqualTo("High, 1 of 3 unproven");
        assertThat(score(table, Family.VISION, "wasm").assessment().words())
                .as("negative control")
                .isEqualTo("High");
        assertThat(ScoreText.render(table, new TextStyle(200, true, false))).contains(", 1 of 3 unproven");
    }

    @Test
    void an_interval_that_rests_on_an_assumed_noise_says_so() {
        Assessment assumed = score(table(usual()), Family.VISION, "wasm").assessment();

        assertThat(assumed.scoreBasis().assumption())
                .contains("the interval assumes 13 % of noise between runs: one run only");
        assertThat(assumed.figures()).endsWith("*)");
        assertThat(ScoreText.render(table(usual()), new TextStyle(200, true, false)))
                .contains("* the interval assumes 13 % of noise between runs: one run only.");
        Assessment measured = score(
                        table(List.of(
                                pass(TEXT, NATIVE_CPU, 4),
                                strict(
                                        TEXT,
                                        Verdict.PASS,
                                        Fixtures.on(WASM)
                                                .median(8)
                                                .nativeTakes(4)
                                                .build()))),
                        Family.EMBEDDING,
                        "wasm")
                .assessment();
        assertThat(measured.scoreBasis().assumption()).as("negative control").isEmpty();
    }
}
