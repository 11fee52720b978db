package dev.bascule.reports.history;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.fixture.ShowcaseRun;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every history answers to SQL. */
interface QueryContract {
    /** A new, empty history. */
    History history();

    @Test
    default void retries_do_not_count_twice_in_the_plain_view() {
        try (History history = history()) {
            history.append(record("flaky", ShowcaseRun.FLAKY));
            assertThat(history.query("SELECT success, error FROM hardware_results")
                            .rows())
                    .as("as it first came out")
                    .containsExactly(List.of(
                            Optional.of(false),
                            Optional.of("ATTEMPT_TIMED_OUT: no answer within 60 s while in phase 'warm'")));
            assertThat(history.query("SELECT success, retry FROM hardware_retries")
                            .rows())
                    .containsExactly(List.of(Optional.of(true), Optional.of(1)));
        }
    }

    @Test
    default void a_query_that_asks_for_what_is_not_there_is_told_so_and_nothing_of_the_driver() {
        try (History history = history()) {
            assertThatThrownBy(() -> history.query("SELECT nope FROM runs"))
                    .isInstanceOf(BasculeException.class)
                    .hasMessageStartingWith("the query was refused: Binder Error: Referenced column \"nope\"")
                    .hasMessageNotContaining("pending query result");
        }
    }

    @Test
    default void figures_of_scenarios_can_be_asked_for() {
        try (History history = history()) {
            history.append(ShowcaseRun.record());
            assertThat(history.query("SELECT hardware, n, ci_low > 0 FROM scenario_figures WHERE scenario = 'soak' AND"
                                    + " figure = 'growth, total'")
                            .rows())
                    .containsExactly(List.of(Optional.of("wasm"), Optional.of(26L), Optional.of(true)));
            assertThat(history.query("SELECT list_max(samples) FROM scenario_figures WHERE figure = 'dropped frames'")
                            .rows())
                    .containsExactly(List.of(Optional.of(2.0)));
        }
    }

    @Test
    default void the_plain_view_gives_seconds_and_megabytes() {
        try (History history = history()) {
            history.append(record(
                    "one",
                    strict(
                            TEXT,
                            Verdict.PASS,
                            on(NATIVE_CPU).median(2).samples(9).build())));
            QueryResult result = history.query("SELECT * FROM hardware_results");
            assertThat(result.columns())
                    .containsExactly(
                            "id",
                            "model_id",
                            "model_type",
                            "hardware",
                            "success",
                            "load_time",
                            "inference_time",
                            "memory_usage",
                            "error",
                            "timestamp",
                            "output_shape");
            double median = history.find("one")
                    .orElseThrow()
                    .runs()
                    .get(0)
                    .decisive()
                    .measured()
                    .timing()
                    .orElseThrow()
                    .measured()
                    .median();
            assertThat(result.rows()).hasSize(1);
            assertThat(result.rows().get(0).subList(1, 9))
                    .containsExactly(
                            Optional.of("bert-tiny"),
                            Optional.of("embedding"),
                            Optional.of("cpu"),
                            Optional.of(true),
                            Optional.of((12_345_678 + 98_765_432) / 1e9),
                            Optional.of(median / 1e3),
                            Optional.of(181.403648),
                            Optional.empty());
            assertThat(result.rows().get(0).get(9)).contains("2026-11-20T10:15:31.623456789");
        }
    }

    @Test
    default void what_was_detected_can_be_asked() {
        try (History history = history()) {
            history.append(ShowcaseRun.record());
            QueryResult result = history.query(
                    "SELECT hardware_type, available FROM hardware_detection WHERE hardware_type IN ('cuda', 'webgpu', 'gpu', 'cpu')"
                            + " ORDER BY ALL");
            assertThat(result.rows())
                    .extracting(Object::toString)
                    .containsExactly(
                            "[Optional[cpu], Optional[true]]",
                            "[Optional[cuda], Optional[false]]",
                            "[Optional[gpu], Optional[false]]",
                            "[Optional[webgpu], Optional[true]]");
        }
    }

    @Test
    default void a_query_cannot_change_the_history() {
        try (History history = history()) {
            history.append(ShowcaseRun.record());
            assertThatThrownBy(() -> history.query("DELETE FROM samples"))
                    .isInstanceOfSatisfying(
                            BasculeException.class,
                            error -> assertThat(error.code()).isEqualTo(ErrorCode.USAGE_ERROR));
            assertThatThrownBy(() -> history.query("COMMIT; DROP TABLE samples"))
                    .isInstanceOf(BasculeException.class);
            assertThatThrownBy(() -> history.query("COMMIT; SELECT 1")).hasMessageContaining("more than one statement");
            assertThatThrownBy(() -> history.query("COMMIT")).isInstanceOf(BasculeException.class);
            assertThat(history.query("SELECT ';' /* ; */ AS \"a;b\" -- ;\n;").columns())
                    .containsExactly("a;b");
            assertThat(history.query("SELECT count(*) > 0 FROM samples")
                            .rows()
                            .get(0)
                            .get(0))
                    .contains(true);
        }
    }

    /** What looks like a string, a name or a comment to a reader in a hurry, and ends sooner for the database. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT E'\\''; COMMIT; DELETE FROM samples; --'",
                "SELECT 1 AS a$$; COMMIT; DELETE FROM samples; SELECT 2 AS b$$",
                "SELECT 1 AS é$$; COMMIT; DELETE FROM samples; SELECT 2 AS é$$",
                "SELECT 1 --\r; COMMIT; DELETE FROM samples",
                "SELECT $a$'$a$; COMMIT; DELETE FROM samples; --'"
            })
    default void a_second_statement_is_seen_however_it_is_hidden(String sql) {
        try (History history = history()) {
            history.append(ShowcaseRun.record());
            assertThatThrownBy(() -> history.query(sql))
                    .isInstanceOf(BasculeException.class)
                    .hasMessageContaining("more than one statement");
            assertThat(history.query("SELECT count(*) FROM samples")
                            .rows()
                            .get(0)
                            .get(0))
                    .isNotEqualTo(Optional.of(0L));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT E'a\\';b', 'c;''d'",
                "SELECT $$;$$, $tag$ ; $$ ; $tag$",
                "SELECT 1 AS a$b, ';' AS b$a",
                "SELECT 1 /* ; */ -- ;"
            })
    default void a_semicolon_within_a_string_or_a_comment_ends_no_statement(String sql) {
        try (History history = history()) {
            assertThat(history.query(sql).rows()).hasSize(1);
        }
    }

    @Test
    default void a_query_that_makes_no_sense_is_refused_in_the_database_s_words() {
        try (History history = history()) {
            assertThatThrownBy(() -> history.query("SELECT nothing FROM nowhere"))
                    .isInstanceOf(BasculeException.class)
                    .hasMessageContaining("nowhere");
        }
    }
}
