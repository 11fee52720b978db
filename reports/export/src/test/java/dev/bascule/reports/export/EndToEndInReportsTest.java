package dev.bascule.reports.export;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.job.EndToEnd.Step;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.fixture.EndToEndFixtures;
import dev.bascule.reports.fixture.ShowcaseRun;
import dev.bascule.reports.matrix.KnownFailures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

/** The user's clock: a sound of which inference is a small part, and a text of which it is the most. */
class EndToEndInReportsTest {
    private static final RunRecord RUN = record(
            "sound",
            strict(
                    TEXT,
                    Verdict.PASS,
                    on(NATIVE_CPU).fromFile(EndToEndFixtures.ofText()).build()),
            strict(
                    TEXT,
                    Verdict.PASS,
                    on(WASM).fromFile(EndToEndFixtures.ofSound()).build()));
    private static final RunRecord NONE = record("none", strict(TEXT, Verdict.PASS, on(WASM).build()));

    @Test
    void markdown_has_a_row_for_each_cell_with_the_steps_that_are_told_apart_and_words_for_the_others() {
        String page = new MarkdownReporter().render(RUN, KnownFailures.NONE);

        assertThat(page)
                .contains("## User's clock")
                .containsPattern(
                        "native cpu \\| 5\\.\\d\\d ms \\([^)]*\\) \\| – \\| 5\\d\\d µs \\| 1\\d\\d µs \\| [45]\\.\\d\\d ms"
                                + " \\| in inference \\| – \\| 89 % \\|")
                .containsPattern("wasm \\| 5\\d\\.\\d ms \\([^)]*\\) \\| 1\\.\\d\\d ms \\| 5\\d\\.\\d ms \\| 2\\d\\d µs"
                        + " \\| [12]\\.\\d\\d ms \\| in inference \\| – \\| 3 % \\|");
    }

    @Test
    void a_report_of_cells_without_it_has_no_word_of_it() {
        assertThat(new MarkdownReporter().render(NONE, KnownFailures.NONE)).doesNotContain("User's clock");
        assertThat(new HtmlReporter().render(NONE, KnownFailures.NONE))
                .doesNotContain("User’s clock")
                .doesNotContain("\"kind\":\"steps\"");
        assertThat(new MarkdownReporter().render(ShowcaseRun.record(), KnownFailures.NONE))
                .doesNotContain("User's clock");
    }

    @Test
    void a_step_that_the_clock_could_not_see_is_never_0() {
        RunRecord coarse = record(
                "coarse",
                strict(
                        TEXT,
                        Verdict.PASS,
                        on(WASM).fromFile(EndToEndFixtures.of(Map.of(Step.UPLOAD, 0.0, Step.INFERENCE, 5.0), 20))
                                .build()));

        assertThat(new MarkdownReporter().render(coarse, KnownFailures.NONE)).contains("| below the clock's step |");
        assertThat(csv(coarse).get(0))
                .containsEntry("end_to_end_upload_median_ms", "")
                .containsEntry("end_to_end_n", "20");
        assertThat(charts(coarse))
                .singleElement()
                .satisfies(
                        chart -> assertThat(chart.at("/rows/0").has("upload")).isFalse());
    }

    @Test
    void the_csv_has_medians_of_the_whole_and_of_each_step_and_nothing_where_nothing_is_known() {
        List<Map<String, String>> lines = csv(RUN);
        Map<String, String> text = lines.get(0);
        Map<String, String> sound = lines.get(1);

        assertThat(sound).containsEntry("end_to_end_n", "20").containsEntry("end_to_end_download_median_ms", "");
        assertThat(Double.parseDouble(sound.get("end_to_end_median_ms")))
                .isEqualTo(EndToEndFixtures.ofSound().total().median());
        assertThat(Double.parseDouble(sound.get("end_to_end_decode_median_ms"))).isBetween(1.4, 1.6);
        assertThat(Double.parseDouble(sound.get("inference_share"))).isBetween(0.03, 0.04);
        assertThat(text).containsEntry("end_to_end_decode_median_ms", "").containsEntry("end_to_end_n", "7");
        assertThat(csv(NONE).get(0))
                .containsEntry("end_to_end_median_ms", "")
                .containsEntry("end_to_end_n", "")
                .containsEntry("inference_share", "");
    }

    private static List<Map<String, String>> csv(RunRecord run) {
        List<String> lines =
                new CsvReporter().render(run, KnownFailures.NONE).lines().toList();
        List<String> names = List.of(lines.get(0).split(",", -1));
        return lines.stream()
                .skip(1)
                .map(line -> {
                    // What is asked for stands behind all that may be quoted.
                    List<String> fields = List.of(line.split(",", -1));
                    int behind = fields.size() - names.size();
                    Map<String, String> byName = new HashMap<>();
                    names.stream()
                            .filter(name -> name.startsWith("end_to_end") || name.equals("inference_share"))
                            .forEach(name -> byName.put(name, fields.get(names.indexOf(name) + behind)));
                    return byName;
                })
                .toList();
    }

    @Test
    void the_page_shows_the_steps_as_bars_and_as_a_table_and_the_raw_times_in_the_attempt() {
        Document page = Jsoup.parse(new HtmlReporter().render(RUN, KnownFailures.NONE));

        assertThat(page.select("[aria-label^=User’s clock] tbody tr")).hasSize(2);
        assertThat(page.select("[aria-label^=User’s clock] thead th").eachText())
                .containsExactly(
                        "Target",
                        "From file to outputs",
                        "decode",
                        "features",
                        "upload",
                        "inference",
                        "download",
                        "post-processing",
                        "Share of inference");
        assertThat(page.select("h4").eachText())
                .filteredOn("User’s clock"::equals)
                .hasSize(3);
        assertThat(page.text()).contains("inference is 3 % of it").contains("7 iterations in ms");
        JsonNode rows = charts(RUN).get(0).at("/rows");
        assertThat(rows.size()).isEqualTo(2);
        assertThat(rows)
                .extracting(row -> List.copyOf(row.properties()).stream()
                        .map(Map.Entry::getKey)
                        .toList())
                .containsExactlyInAnyOrder(
                        List.of("label", "total", "features", "upload", "inference"),
                        List.of("label", "total", "decode", "features", "upload", "inference"));
    }

    private static List<JsonNode> charts(RunRecord run) {
        String data = Jsoup.parse(new HtmlReporter().render(run, KnownFailures.NONE))
                .getElementById("charts")
                .data();
        try {
            return StreamSupport.stream(Json.MAPPER.readTree(data).spliterator(), false)
                    .filter(chart -> chart.path("kind").asText().equals("steps"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
