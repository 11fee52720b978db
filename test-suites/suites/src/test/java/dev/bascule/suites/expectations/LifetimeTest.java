package dev.bascule.suites.expectations;

import static dev.bascule.suites.expectations.Cells.LINUX;
import static dev.bascule.suites.expectations.Cells.cell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.target.Browser;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cells are of onnxruntime-web 1.29.0 in Chrome Headless Shell 153. */
class LifetimeTest {
    private static final String ENTRY = "{case: 'node:onnx:test_a', expect: WRONG, %s}";

    private static Expectations read(String keys) {
        return ExpectationReader.parse("expectations:\n  - " + ENTRY.formatted(keys) + "\n", "known.yaml");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "since: onnxruntime-web 1.29.0 | true",
                "since: onnxruntime-web 1.28.1 | true",
                "since: onnxruntime-web 1.30.0 | false",
                "until: onnxruntime-web 1.29.0 | false",
                "until: onnxruntime-web 1.29.1 | true",
                "'since: onnxruntime-web 1.21.0, until: onnxruntime-web 1.22.0' | false",
                "since: chrome-headless-shell 153 | true",
                "since: Chrome Headless Shell 154 | false",
                "until: chrome-headless-shell 153 | false",
                "since: \"*chrom* 153\" | true",
                "since: \"*chrom* 154\" | false",
                "until: \"*chrom* 153\" | false",
                "until: \"*chrom* 154\" | true",
                "since: firefox 200 | true"
            })
    void an_entry_counts_in_the_versions_that_it_names(String keys, boolean counts) {
        ExpectationResult result = read(keys).judge(cell("test_a", Verdict.WRONG), LINUX);

        assertThat(result instanceof ExpectationResult.AsExpected).isEqualTo(counts);
    }

    @Test
    void versions_do_not_bind_what_has_no_such_engine() {
        CaseRun onCpu = cell("test_a", Backends.NATIVE_CPU, Verdict.WRONG, "wrong");

        assertThat(read("since: onnxruntime-web 1.30.0").judge(onCpu, LINUX))
                .isInstanceOf(ExpectationResult.AsExpected.class);
    }

    @Test
    void what_is_no_version_is_refused_with_its_line() {
        assertThatThrownBy(() -> read("since: lately"))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("known.yaml:2")
                .hasMessageContaining("such as onnxruntime-web 1.21.0");
    }

    @Test
    void the_versions_are_told_with_the_reason() {
        Expectations known = read("since: onnxruntime-web 1.21.0, reason: bad kernel");

        assertThat(known.entries().get(0).told()).contains("bad kernel (since onnxruntime-web 1.21.0)");
    }

    @Test
    void a_release_found_in_one_browser_counts_in_its_siblings_and_in_no_other() {
        DatedExpectation found = new DatedExpectation(
                CaseId.parse("node:onnx:test_a"),
                Set.of(Verdict.WRONG),
                "webnn",
                Optional.of("*chrom*"),
                new Lifetime(Optional.of(new Lifetime.Mark("*chrom*", "153")), Optional.empty()));
        Expectations read = ExpectationReader.parse(found.addedTo("", "new.yaml"), "new.yaml");
        Map<String, Boolean> counts = new LinkedHashMap<>();
        for (String browser : List.of(
                "Google Chrome 153.0.7900.1",
                "Chromium 154.0.1.1",
                "Chrome Headless Shell 152.0.7000.0",
                "Firefox 153.0",
                "Microsoft Edge 153.0.1.1")) {
            int blank = browser.lastIndexOf(' ');
            Browser named =
                    new Browser(browser.substring(0, blank), browser.substring(blank + 1), "process", List.of());
            ExpectationResult result = read.judge(cell("test_a", named, Verdict.WRONG), LINUX);
            counts.put(browser, result instanceof ExpectationResult.AsExpected);
        }

        assertThat(counts.values()).as(counts.toString()).containsExactly(true, true, false, false, false);
    }

    @Test
    void what_was_found_is_added_once_and_reads_back() {
        DatedExpectation found = new DatedExpectation(
                CaseId.parse("node:onnx:test_a"),
                Set.of(Verdict.WRONG),
                "webgpu",
                Optional.empty(),
                new Lifetime(
                        Optional.of(new Lifetime.Mark("onnxruntime-web", "1.21.0")),
                        Optional.of(new Lifetime.Mark("onnxruntime-web", "1.22.0"))));
        String old = """
                expectations:
                  # Kept.
                  - case: "node:onnx:test_b"
                    expect: WRONG
                """;

        String text = found.addedTo(old, "known.yaml");

        assertThat(text).startsWith(old).contains("since: onnxruntime-web 1.21.0", "until: onnxruntime-web 1.22.0");
        assertThat(found.addedTo(text, "known.yaml")).isEqualTo(text);
        assertThat(ExpectationReader.parse(text, "known.yaml").entries()).hasSize(2);
        assertThat(ExpectationReader.parse(found.addedTo("", "new.yaml"), "new.yaml")
                        .entries())
                .singleElement()
                .satisfies(entry -> assertThat(entry.where().lifetime()).isEqualTo(found.lifetime()));
    }
}
