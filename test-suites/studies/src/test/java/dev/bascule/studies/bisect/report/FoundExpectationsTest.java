package dev.bascule.studies.bisect.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.VersionPair;
import dev.bascule.suites.expectations.DatedExpectation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FoundExpectationsTest {

    private static List<String> entries(Axis axis, List<String> versions, String... bad) {
        VersionPair at = new VersionPair("1.20.1", "153.0.0");
        return FoundExpectations.of(SearchedLines.report(axis, at, versions, Set.of(bad), Optional.empty())).stream()
                .map(DatedExpectation::text)
                .toList();
    }

    @Test
    void a_browser_counts_by_its_release_in_all_that_share_it() {
        List<String> found = entries(
                Axis.BROWSER, List.of("132.0.0", "133.0.6943.1", "134.0.0", "135.0.1"), "133.0.6943.1", "134.0.0");

        assertThat(found)
                .singleElement()
                .asString()
                .contains("browser: \"*chrom*\"", "since: \"*chrom* 133\"", "until: \"*chrom* 135\"");
    }

    @Test
    void an_engine_counts_by_its_whole_version_in_any_browser() {
        List<String> found = entries(Axis.ENGINE, List.of("1.20.1", "1.21.0", "1.21.1", "1.22.0"), "1.21.1");

        assertThat(found)
                .singleElement()
                .asString()
                .contains("since: onnxruntime-web 1.21.1", "until: onnxruntime-web 1.22.0")
                .doesNotContain("browser:");
    }

    @Test
    void what_was_mended_in_the_release_that_broke_it_has_no_entry() {
        assertThat(entries(Axis.BROWSER, List.of("131.0.0", "131.0.1", "131.0.2", "132.0.0"), "131.0.1"))
                .isEmpty();
    }
}
