package dev.bascule.reports.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.bascule.reports.chart.FrontChart;
import dev.bascule.reports.chart.FrontChart.Kind;
import dev.bascule.reports.chart.FrontChart.Mark;
import dev.bascule.reports.fixture.Quantizations;
import dev.bascule.reports.quantization.ChangedLayer;
import dev.bascule.reports.quantization.MeasuredTarget;
import dev.bascule.reports.quantization.MeasuredVariant;
import dev.bascule.reports.quantization.QuantizationRun;
import dev.bascule.reports.quantization.SmallerModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.StreamSupport;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

class QuantizationPageTest {
    private static final QuantizationRun RUN = Quantizations.of("q1");
    private static final MeasuredTarget CPU = RUN.targets().get(0);

    private static Document page(QuantizationRun run) {
        return Jsoup.parse(QuantizationPage.render(
                run, List.of(new QuantizationPage.Absent("webgpu", "no adapter")), Quantizations.BEGUN));
    }

    private static List<JsonNode> charts(Document page, String kind) throws Exception {
        JsonNode all = new ObjectMapper().readTree(page.getElementById("charts").data());
        return StreamSupport.stream(all.spliterator(), false)
                .filter(chart -> chart.path("kind").asText().equals(kind))
                .toList();
    }

    @Test
    void it_says_what_to_take_and_lists_every_variant_with_its_figures() {
        Document page = page(RUN);

        assertThat(page.select("#advice ~ .panels").text()).contains("Take small: 254 KiB for 977 KiB");
        assertThat(page.select("section[aria-labelledby=variants] tbody tr")).hasSize(7);
        assertThat(page.select("section[aria-labelledby=variants]").text())
                .contains("not made no layer can lose channels", "flagged it is said to hold 'w' in fewer bits");
        String figures = page.select("section[aria-label=native/cpu] table").text();
        assertThat(figures)
                .contains("95.0 % (92.0–98.0)", "0.50 (-0.50 to 1.50)", "×0.500 (0.400–0.600)", "1.3e-05")
                .contains("Perplexity Cosine Order lost (95 %)", "885.10 0.99900 0.0100 (0.0050 to 0.0150)")
                .contains("worse than small", "WASM_TRAP in phase 'create': unreachable");
        assertThat(page.text()).contains("webgpu: no adapter", "What is lost is not known there");
    }

    @Test
    void every_column_of_the_figures_is_explained_beneath_them_and_that_they_scroll_is_told() {
        Document page = page(RUN);
        String legends = page.select("section[aria-label=native/cpu] > .legend").text();

        assertThat(page.select("section[aria-label=native/cpu] table thead th").eachText())
                .filteredOn(head -> !List.of(
                                "Variant", "Bytes", "Accuracy (95 %)", "Perplexity", "Cosine", "Order lost (95 %)")
                        .contains(head))
                .isNotEmpty()
                .allSatisfy(head ->
                        assertThat(legends).containsPattern("\\b%s[:,]".formatted(head.replace(" (95 %)", ""))));
        assertThat(legends)
                .contains("unquantised again: the same file opened in other processes")
                .contains("This table has 18 columns, the last is Energy");
        assertThat(page.select("section[aria-label=native/cpu] table thead th")).hasSize(18);
        assertThat(page.select("section[aria-labelledby=variants] .legend").text())
                .startsWith("Deflated:");
    }

    @Test
    void a_flagged_variant_is_never_drawn_as_front_though_nobody_dominates_it() {
        List<Mark> marks = FrontChart.overBytes(CPU).orElseThrow().marks();

        assertThat(CPU.points().get(4).dominatedBy()).isEmpty();
        assertThat(marks.stream().filter(mark -> mark.kind() == Kind.FRONT).map(Mark::label))
                .containsExactly("small", "untimed");
        assertThat(marks.stream().filter(mark -> mark.kind() == Kind.FLAGGED).map(Mark::label))
                .containsExactly("flagged");
        assertThat(page(RUN).select("section[aria-label=native/cpu] tr:has(th:containsOwn(flagged)) .chip.good"))
                .isEmpty();
    }

    private static MeasuredVariant unjudged(MeasuredVariant point) {
        MeasuredVariant.Answers answers = point.answers();
        return new MeasuredVariant(
                point.variant(),
                point.role(),
                point.bytes(),
                new MeasuredVariant.Answers(
                        answers.of(),
                        answers.accuracy(),
                        answers.mcNemar(),
                        answers.agreement(),
                        answers.divergence(),
                        answers.greatest(),
                        Optional.empty()),
                point.cost(),
                point.placing(),
                point.precision(),
                List.of(),
                point.flags());
    }

    @Test
    void of_which_it_is_not_known_what_it_loses_is_not_called_front() {
        MeasuredVariant small = CPU.points().get(2);

        assertThat(small.isOnFront()).isTrue();
        assertThat(unjudged(small).isOnFront()).isFalse();
    }

    @Test
    void what_nobody_compared_is_not_drawn_as_worse_than_another() {
        List<MeasuredVariant> points = CPU.points();
        MeasuredTarget partly = new MeasuredTarget(
                CPU.target(),
                CPU.loss(),
                List.of(points.get(0), points.get(2), unjudged(points.get(3))),
                List.of(),
                List.of(),
                CPU.advice());
        FrontChart chart = FrontChart.divergenceOverBytes(partly).orElseThrow();
        assertThat(chart.marks()).extracting(Mark::kind).containsExactly(Kind.ORIGINAL, Kind.FRONT);
        assertThat(chart.left()).containsExactly("worse");

        MeasuredTarget stopped = new MeasuredTarget(
                CPU.target(),
                Optional.empty(),
                points.subList(2, 6).stream()
                        .map(QuantizationPageTest::unjudged)
                        .toList(),
                List.of(),
                List.of(),
                new MeasuredTarget.Advice(Optional.empty(), false, List.of()));
        assertThat(QuantizationPage.fronts(stopped))
                .as("before the unquantised model was measured")
                .isEmpty();
    }

    @Test
    void what_was_not_measured_is_named_and_drawn_nowhere() throws Exception {
        FrontChart overTime = FrontChart.overTime(CPU).orElseThrow();
        assertThat(overTime.marks()).extracting(Mark::label).doesNotContain("untimed", "lost", "unquantised again 1");
        assertThat(overTime.left()).containsExactly("untimed", "lost");
        assertThat(overTime.caption()).contains("not drawn, for a figure of theirs was not measured: untimed, lost");

        Document page = page(RUN);
        List<JsonNode> fronts = charts(page, "front");
        assertThat(fronts).hasSize(3);
        List<Double> times = new ArrayList<>();
        fronts.get(1).path("points").forEach(point -> times.add(point.path("x").asDouble()));
        assertThat(times).containsExactly(1.0, 0.5, 1.5, 0.25);
        assertThat(page.select("section[aria-label=native/cpu] tr:has(th:containsOwn(untimed)) td")
                        .get(11)
                        .text())
                .isEqualTo("–");
        assertThat(FrontChart.overBytes(RUN.targets().get(1)))
                .as("nothing is known")
                .isEmpty();
    }

    @Test
    void layers_have_bars_a_table_and_histograms_of_those_that_were_counted() throws Exception {
        Document page = page(RUN);
        List<JsonNode> bars = charts(page, "bars");

        assertThat(bars).hasSize(8);
        assertThat(bars.get(0).path("rows").get(0).path("label").asText())
                .as("most sensitive first")
                .isEqualTo("dense.weight");
        assertThat(bars.get(0).at("/rows/0/values").has("8 bits"))
                .as("not tried of it")
                .isFalse();
        assertThat(charts(page, "histogram"))
                .hasSize(2)
                .allSatisfy(chart -> assertThat(chart.path("name").asText()).isEqualTo("conv1.weight"));
        assertThat(page.select("[aria-label='Counts of conv1.weight of small, scrolls sideways'] tbody tr")
                        .get(1)
                        .text())
                .isEqualTo("-0.500 0 50 50");
        assertThat(page.select("[aria-label='Layers of small, scrolls sideways'] tbody tr"))
                .hasSize(2);
    }

    @Test
    void every_chart_has_its_place_and_the_page_asks_nobody_for_anything() throws Exception {
        Document page = page(RUN);

        assertThat(page.select(".plot").eachAttr("id")).doesNotHaveDuplicates().hasSize(13);
        assertThat(page.select("[src], link, [href^=http]")).isEmpty();
        assertThat(page.select("meta[http-equiv=Content-Security-Policy]").attr("content"))
                .contains("default-src 'none'");
    }

    @Test
    void what_a_peer_made_is_told_with_its_name_beside_table_and_charts() {
        Document page = page(RUN);

        assertThat(page.select("section[aria-labelledby=variants] th:containsOwn(untimed)")
                        .text())
                .contains("by onnxruntime's own quantiser");
        assertThat(page.select("section[aria-label=native/cpu] > .legend").text())
                .contains("untimed is made by onnxruntime's own quantiser, not here");
        assertThat(page.select("section[aria-label=chrome/webnn-cpu]").text())
                .as("where none is")
                .doesNotContain("onnxruntime");
    }

    private static MeasuredTarget diverging(double... nats) {
        List<MeasuredVariant> points = new ArrayList<>();
        for (int i = 0; i < nats.length; i++) {
            MeasuredVariant point = CPU.points().get(2);
            MeasuredVariant.Answers answers = point.answers();
            points.add(new MeasuredVariant(
                    "v" + i,
                    point.role(),
                    point.bytes(),
                    new MeasuredVariant.Answers(
                            answers.of(),
                            answers.accuracy(),
                            answers.mcNemar(),
                            answers.agreement(),
                            OptionalDouble.of(nats[i]),
                            answers.greatest(),
                            answers.lost()),
                    point.cost(),
                    point.placing(),
                    point.precision(),
                    point.dominatedBy(),
                    point.flags()));
        }
        return new MeasuredTarget(CPU.target(), CPU.loss(), points, List.of(), List.of(), CPU.advice());
    }

    @Test
    void a_divergence_of_0_is_left_out_only_where_the_axis_is_one_of_factors() {
        FrontChart steps =
                FrontChart.divergenceOverBytes(diverging(0, 0.001, 0.01)).orElseThrow();
        FrontChart factors =
                FrontChart.divergenceOverBytes(diverging(0, 0.001, 0.1)).orElseThrow();

        assertThat(steps.marks()).extracting(Mark::label).containsExactly("v0", "v1", "v2");
        assertThat(steps.zero()).isEmpty();
        assertThat(steps.caption()).doesNotContain("axis of factors");
        assertThat(factors.marks()).extracting(Mark::label).containsExactly("v1", "v2");
        assertThat(factors.caption()).contains("0, which an axis of factors lacks: v0");
        assertThat(FrontChart.divergenceOverBytes(diverging(0, 0, 0))).isEmpty();
    }

    @Test
    void what_a_model_file_names_is_never_markup_either() throws Exception {
        String attack = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>";
        ChangedLayer layer = RUN.variants().get(1).layers().get(0);
        SmallerModel hostile = new SmallerModel(
                attack,
                attack,
                RUN.variants().get(1).file(),
                Optional.empty(),
                List.of(new ChangedLayer(
                        attack,
                        attack,
                        layer.elements(),
                        layer.bits(),
                        layer.bytesBefore(),
                        layer.bytesAfter(),
                        layer.error(),
                        layer.alone(),
                        layer.counts())),
                List.of(attack),
                List.of(attack),
                Optional.of(attack));
        List<MeasuredVariant> points = CPU.points().stream()
                .map(each -> new MeasuredVariant(
                        attack + each.variant(),
                        each.role(),
                        each.bytes(),
                        each.answers(),
                        each.cost(),
                        attack,
                        attack,
                        each.dominatedBy().isEmpty() ? List.of() : List.of(attack),
                        each.flags().isEmpty() ? List.of() : List.of(attack)))
                .toList();
        Document page = page(new QuantizationRun(
                RUN.command(),
                RUN.at(),
                RUN.product(),
                RUN.machine(),
                RUN.model(),
                RUN.data(),
                RUN.budget(),
                1,
                List.of(
                        hostile,
                        new SmallerModel(
                                attack + "none",
                                attack,
                                Optional.empty(),
                                Optional.of(attack),
                                List.of(),
                                List.of(),
                                List.of(),
                                Optional.empty())),
                List.of(new MeasuredTarget(
                        attack,
                        CPU.loss(),
                        points,
                        List.of(new MeasuredTarget.Failed(attack, attack, attack)),
                        List.of(attack),
                        new MeasuredTarget.Advice(Optional.of(attack), true, List.of(attack)))),
                List.of(),
                List.of(),
                false,
                false));

        assertThat(page.select("img, [onerror]")).isEmpty();
        assertThat(page.select("script")).hasSize(2);
        assertThat(charts(page, "histogram").get(0).path("name").asText()).isEqualTo(attack);
        assertThat(charts(page, "front").get(0).at("/points/0/label").asText()).startsWith(attack);
        assertThat(page.select("#layers ~ details").text()).contains(attack);
    }

    @Test
    void names_from_outside_are_never_markup() {
        String attack = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>";
        QuantizationRun run = new QuantizationRun(
                RUN.command(),
                RUN.at(),
                RUN.product(),
                attack,
                new QuantizationRun.Model(attack, attack),
                new QuantizationRun.Data(attack, "d", 1, 0, Optional.empty()),
                attack,
                1,
                RUN.variants(),
                RUN.targets(),
                List.of(attack),
                List.of(attack),
                true,
                false);
        Document page = page(run);

        assertThat(page.select("img")).isEmpty();
        assertThat(page.select("script")).hasSize(2);
        assertThat(page.text()).contains("Stopped before all variants were measured");
    }
}
