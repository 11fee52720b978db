package dev.bascule.reports.comparison;

import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.VISION;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.fixture.SchemaCheck;
import dev.bascule.reports.matrix.CaseResult;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ComparisonDocumentTest {

    private static ComparisonReport report() {
        RunRecord before = Fixtures.record(
                "a",
                strict(TEXT, Verdict.PASS, Fixtures.on(WASM).median(10).build()),
                strict(TEXT, Verdict.PASS, Fixtures.on(WEBNN).median(5).build()),
                strict(
                        VISION,
                        Verdict.PASS,
                        Fixtures.on(WASM).median(4).samples(3).build()));
        RunRecord after = Fixtures.record(
                "b",
                Fixtures.START.plusSeconds(3600),
                strict(TEXT, Verdict.PASS, Fixtures.on(WASM).median(25).build()),
                strict(TEXT, Verdict.WRONG, Fixtures.on(WEBNN).wrongNumbers().build()),
                strict(VISION, Verdict.PASS, Fixtures.on(WASM).median(4).build()));
        return Comparer.compare(
                new ComparedSide("a | first", CaseResult.allOf(before)),
                new ComparedSide("b", CaseResult.allOf(after)),
                Set.of(),
                List.of(),
                ComparisonOptions.DEFAULT);
    }

    @Test
    void the_document_is_as_its_schema_says() {
        ComparisonReport report = report();
        ObjectNode document = (ObjectNode) Json.MAPPER.valueToTree(ComparisonDocument.of(report));

        assertThat(SchemaCheck.complaints(ComparisonDocument.schema(), document))
                .isEmpty();
        assertThat(document.path("summary").path("verdictRegressions").asInt()).isEqualTo(1);
        assertThat(document.path("summary").path("slowdowns").asInt()).isEqualTo(1);
        document.remove("groups");
        assertThat(SchemaCheck.complaints(ComparisonDocument.schema(), document))
                .as("negative control")
                .isNotEmpty();
    }

    @Test
    void what_is_not_known_is_null_and_why_says_the_reason() {
        JsonNode few = Json.MAPPER
                .valueToTree(ComparisonDocument.of(report()))
                .path("cases")
                .get(2);

        assertThat(few.path("finding").asText()).isEqualTo("too-few-samples");
        assertThat(few.path("estimate").isNull()).isTrue();
        assertThat(few.path("why").asText()).contains("a run needs 6 samples; there are 3");
    }

    @Test
    void markdown_puts_what_is_wrong_before_what_is_slow_and_escapes() {
        String page = ComparisonMarkdown.render(report());

        assertThat(page.indexOf("PASS → WRONG")).isPositive().isLessThan(page.indexOf("times as long"));
        assertThat(page).contains("**regression**").contains("| bert-tiny |");
    }
}
