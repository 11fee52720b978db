package dev.bascule.reports.matrix;

import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.reports.fixture.Fixtures.CHROME;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.on;
import static dev.bascule.reports.fixture.Fixtures.record;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.target.Browser;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The newest verdict is shown, and does not hide what other runs of the very same place came to. */
@Tag("red-team")
class UnsteadyCellsTest {

    @Test
    void a_pass_after_failures_in_the_very_same_place_says_how_many_runs_passed() {
        var good = strict(TEXT, Verdict.PASS, on(WEBGPU).build());
        var bad = strict(TEXT, Verdict.WRONG, on(WEBGPU).wrongNumbers().build());
        List<CaseResult> all = Stream.of(record("new", good), record("old", bad), record("older", bad))
                .flatMap(run -> CaseResult.allOf(run).stream())
                .toList();
        assertThat(MatrixText.render(Matrix.of(all), new TextStyle(120, true, false)))
                .contains("PASS", "1/3 passed", "n/m passed: of m runs");
        var otherBuild = strict(
                TEXT,
                Verdict.WRONG,
                on(WEBGPU)
                        .in(new Browser(CHROME.name(), CHROME.version() + ".9", CHROME.launcher(), List.of()))
                        .wrongNumbers()
                        .build());
        List<CaseResult> mended = Stream.of(record("new", good), record("old", otherBuild))
                .flatMap(run -> CaseResult.allOf(run).stream())
                .toList();
        assertThat(MatrixText.render(Matrix.of(mended), new TextStyle(120, true, false)))
                .as("a newer build may mend what an older one did wrong")
                .doesNotContain("passed");
    }
}
