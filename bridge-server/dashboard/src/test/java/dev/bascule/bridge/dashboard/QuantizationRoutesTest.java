package dev.bascule.bridge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.bridge.dashboard.DashboardHarness.Answer;
import dev.bascule.bridge.dashboard.DashboardHarness.Browser;
import dev.bascule.bridge.dashboard.access.AccessPolicy;
import dev.bascule.reports.fixture.Quantizations;
import dev.bascule.reports.quantization.QuantizationRun;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quantisations are listed and shown with charts, in which what is flagged is never front and what was not measured is nowhere. */
class QuantizationRoutesTest {
    @TempDir
    Path folder;

    @Test
    void they_are_listed_the_newest_first_and_page_by_page() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            harness.history.keepQuantization(Quantizations.of("q1"));
            harness.history.keepQuantization(Quantizations.of("q2").asImported());
            JsonNode all = harness.browser().get("/quantizations").json();
            assertThat(all.path("quantizations")).hasSize(2);
            assertThat(all.at("/quantizations/0/id").asText()).isEqualTo("q2");
            assertThat(all.at("/quantizations/0/made").asInt()).isEqualTo(5);
            assertThat(all.at("/quantizations/0/imported").asBoolean()).isTrue();
            assertThat(all.at("/quantizations/1/imported").asBoolean(true)).isFalse();
            assertThat(all.at("/quantizations/0/targets/0/advised").asText()).isEqualTo("small");
            assertThat(all.at("/quantizations/0/targets/1/advised").isNull()).isTrue();
            JsonNode second =
                    harness.browser().get("/quantizations?size=1&page=2").json();
            assertThat(second.at("/quantizations/0/id").asText()).isEqualTo("q1");
            assertThat(second.at("/page/pages").asInt()).isEqualTo(2);
        }
    }

    @Test
    void what_is_flagged_is_front_nowhere() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            harness.history.keepQuantization(Quantizations.of("q1"));
            JsonNode target = harness.browser().get("/quantizations/q1").json().at("/targets/0");
            assertThat(standing(target, "small")).isEqualTo("FRONT");
            assertThat(standing(target, "worse")).isEqualTo("WORSE");
            assertThat(standing(target, "flagged")).as("dominated by nobody").isEqualTo("FLAGGED");
            assertThat(standing(target, "unquantised again 1")).isEqualTo("AGAIN");
            assertThat(target.path("charts"))
                    .hasSizeGreaterThanOrEqualTo(2)
                    .allSatisfy(chart -> assertThat(of(chart.at("/chart/points"), "label", "flagged"))
                            .singleElement()
                            .satisfies(mark ->
                                    assertThat(mark.path("role").asText()).isEqualTo("flagged")));
        }
    }

    @Test
    void what_was_not_measured_is_drawn_nowhere_and_named() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            harness.history.keepQuantization(Quantizations.of("q1"));
            JsonNode run = harness.browser().get("/quantizations/q1").json();
            JsonNode overTime = run.at("/targets/0/charts/1");
            assertThat(of(overTime.at("/chart/points"), "label", "untimed")).isEmpty();
            assertThat(of(overTime.at("/chart/points"), "label", "lost")).isEmpty();
            assertThat(overTime.path("caption").asText())
                    .endsWith("not drawn, for a figure of theirs was not measured: untimed, lost");
            assertThat(run.at("/targets/1/charts")).isEmpty();
            assertThat(run.at("/targets/1/judgedBy").isNull()).isTrue();
            JsonNode untimed =
                    of(run.at("/targets/0/points"), "variant", "untimed").get(0);
            assertThat(untimed.path("ratio").isNull()).isTrue();
            assertThat(untimed.path("joules").isNull()).isTrue();
            assertThat(untimed.path("unmetered").asText()).isEqualTo("no counter");
        }
    }

    @Test
    void a_variant_has_its_layers_the_worst_first_or_why_it_was_not_made() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            harness.history.keepQuantization(Quantizations.of("q1"));
            JsonNode run = harness.browser().get("/quantizations/q1").json();
            JsonNode small = run.at("/variants/1");
            assertThat(small.at("/layers/0/weight").asText()).isEqualTo("dense.weight");
            assertThat(small.at("/layers/1/alone")).hasSize(2);
            assertThat(small.path("bars")).hasSize(4);
            assertThat(small.path("histograms")).hasSize(1);
            assertThat(small.path("layersLeftOut").asInt()).isZero();
            assertThat(run.at("/variants/6/file").isNull()).isTrue();
            assertThat(run.at("/variants/6/refused").asText()).isEqualTo("no layer can lose channels");
            assertThat(run.at("/variants/4/maker").asText()).contains("onnxruntime");
            assertThat(harness.browser().get("/quantizations/q9").code()).isEqualTo("NOT_FOUND");
            assertThat(harness.browser().get("/quantizations/q1?points=3").code())
                    .isEqualTo("BAD_REQUEST");
        }
    }

    @Test
    void of_more_layers_than_an_answer_holds_the_worst_are_there_and_the_others_counted() {
        QuantizationRun run = Quantizations.layered("q1", 1_000);
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            harness.history.keepQuantization(run);
            JsonNode small = harness.browser().get("/quantizations/q1").json().at("/variants/1");
            assertThat(run.variants()).hasSize(7);
            assertThat(small.path("layers")).as("5000 / 7").hasSize(714);
            assertThat(small.path("layersLeftOut").asInt()).isEqualTo(286);
            assertThat(small.at("/layers/0/weight").asText()).isEqualTo("w999");
            assertThat(small.at("/layers/713/weight").asText()).isEqualTo("w286");
        }
    }

    @Test
    void what_a_client_has_holds_until_another_is_kept_and_visitors_may_be_kept_out() {
        DashboardHarness.Setup setup = new DashboardHarness.Setup().policy(new AccessPolicy(false, true));
        try (DashboardHarness harness = DashboardHarness.start(folder, setup)) {
            harness.history.keepQuantization(Quantizations.of("q1"));
            assertThat(harness.browser().get("/quantizations").code()).isEqualTo("SIGN_IN_REQUIRED");
            assertThat(harness.browser().get("/quantizations/q1").code()).isEqualTo("SIGN_IN_REQUIRED");
            Browser user = harness.browser().signedIn();
            Answer first = user.get("/quantizations");
            HttpRequest.Builder again =
                    HttpRequest.newBuilder(harness.api("/quantizations")).header("If-None-Match", first.header("ETag"));
            assertThat(user.send(again).status()).isEqualTo(304);
            harness.history.keepQuantization(Quantizations.of("q2"));
            assertThat(user.send(again).status()).isEqualTo(200);
        }
    }

    private static String standing(JsonNode target, String variant) {
        return of(target.path("points"), "variant", variant)
                .get(0)
                .path("standing")
                .asText();
    }

    private static List<JsonNode> of(JsonNode rows, String field, String value) {
        return rows.findParents(field).stream()
                .filter(row -> row.path(field).asText().equals(value))
                .toList();
    }
}
