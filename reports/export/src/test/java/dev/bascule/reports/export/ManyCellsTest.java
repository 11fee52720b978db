package dev.bascule.reports.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.fixture.ConformanceFixtures;
import dev.bascule.reports.format.Figures;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reports of a conformance run: thousands of cells, most of which went well. */
@Tag("slow")
class ManyCellsTest {
    private static final RunRecord RECORD = ConformanceFixtures.record("many", 1400);

    private static String rendered(String reporter) {
        return Reporters.find(reporter).orElseThrow().render(RECORD);
    }

    @Test
    void the_page_stays_small_enough_to_open() {
        String page = rendered("html");

        assertThat(page.length()).isLessThan(15_000_000);
        long troubled = RECORD.runs().stream()
                .filter(run -> run.verdict() != Verdict.PASS)
                .count();
        assertThat(Pattern.compile("<details class=\"cell card\"")
                        .matcher(page)
                        .results()
                        .count())
                .isEqualTo(troubled);
        assertThat(page).contains(Figures.counted(RECORD.runs().size() - troubled, "cell") + " with a plain PASS");
        assertThat(found("href=\"#cell-(\\d+)\"", page)).isNotEmpty().isSubsetOf(found("id=\"cell-(\\d+)\"", page));
    }

    private static Set<String> found(String pattern, String page) {
        return Pattern.compile(pattern)
                .matcher(page)
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toSet());
    }

    @Test
    void annotations_stay_within_what_github_shows() {
        assertThat(rendered("github").lines()).hasSizeLessThanOrEqualTo(10);
    }

    @Test
    void every_cell_is_in_the_machine_readable_reports() {
        assertThat(Pattern.compile("<testcase ")
                        .matcher(rendered("junit"))
                        .results()
                        .count())
                .isGreaterThanOrEqualTo(RECORD.runs().size());
        assertThat(rendered("csv").lines()).hasSizeGreaterThan(RECORD.runs().size());
        assertThat(rendered("json")).contains("\"caseId\"");
        assertThat(rendered("md").length()).isLessThan(3_000_000);
    }
}
