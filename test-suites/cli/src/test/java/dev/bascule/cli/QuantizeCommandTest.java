package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.cli.quantize.QuantizeCommand;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.target.Machine;
import dev.bascule.quantization.LayerChange;
import dev.bascule.quantization.WeightHistogram;
import dev.bascule.reports.history.InMemoryHistory;
import dev.bascule.reports.quantization.MeasuredTarget;
import dev.bascule.reports.quantization.QuantizationRun;
import dev.bascule.studies.quantization.Loss;
import dev.bascule.studies.quantization.PairedLoss;
import dev.bascule.studies.quantization.Point;
import dev.bascule.studies.quantization.Points;
import dev.bascule.studies.quantization.QuantizationBudget;
import dev.bascule.studies.quantization.QuantizationReport;
import dev.bascule.studies.quantization.QuantizationRequest;
import dev.bascule.studies.quantization.QuantizationSettings;
import dev.bascule.studies.quantization.SampleAnswer;
import dev.bascule.studies.quantization.TargetJudge;
import dev.bascule.studies.quantization.TargetStudy;
import dev.bascule.studies.quantization.Variant;
import dev.bascule.studies.truth.TruthReport.Absent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;

class QuantizeCommandTest {
    private static final Variant ORIGINAL = made(Variant.ORIGINAL, 1_000_000, List.of());
    private static final Variant SMALL = made("small", 260_000, List.of());
    private static final Variant REFUSED =
            new Variant("none", "makes nothing", Optional.empty(), "it is quantised already");

    @TempDir
    private Path folder;

    private FakeServices services = new FakeServices();
    private Optional<BasculeException> historyRefused = Optional.empty();
    private Optional<InMemoryHistory> before = Optional.empty();
    private final List<QuantizationRequest> asked = new ArrayList<>();

    private static Variant made(String name, long bytes, List<String> flags) {
        return new Variant(
                name,
                "made for a test",
                Optional.of(new Variant.File(
                        Optional.empty(),
                        new ModelArtifact("0123456789abcdef", bytes, Path.of(name + ".onnx")),
                        bytes / 2,
                        name + " of 00",
                        false,
                        List.of(new LayerChange("product", "MatMul", "w", 100, 8, 400, 104, 0.01)
                                .with(WeightHistogram.of(new float[] {-1, 0.2f, 1}, new float[] {-1, 0, 1}))),
                        List.of(),
                        flags)),
                "");
    }

    private List<Point> points =
            List.of(Points.of(Variant.ORIGINAL, 4, 1, 1_000_000), Points.of("small", 5, 0.5, 260_000));

    private List<QuantizationReport.Emitted> emitted =
            List.of(new QuantizationReport.Emitted("small", Path.of("lenet.small.onnx"), "0123"));

    /** As a model of texts answers; labels say nothing of it. */
    private static Point writing(Point point, double nats) {
        return Points.answering(
                point,
                point.answers().stream()
                        .map(each -> new SampleAnswer(
                                Optional.empty(),
                                each.agrees(),
                                each.divergence(),
                                each.greatest(),
                                each.mean(),
                                Optional.of(new SampleAnswer.Further(
                                        Optional.of(nats), Optional.empty(), Optional.empty()))))
                        .toList());
    }

    private CliHarness.Result run(List<Variant> variants, Map<String, Failure> failed, String... more) {
        // All invocations have one id here, which a history takes once.
        services = new FakeServices();
        services.historyRefused = historyRefused;
        before.ifPresent(history -> services.inMemory = history);
        services.quantization = (request, listener) -> {
            asked.add(request);
            List<TargetJudge.Verdict> targets = variants.stream()
                            .anyMatch(variant -> variant.name().equals("small"))
                    ? List.of(new TargetJudge(Points.split(false), variants, request.budget())
                            .of(
                                    "cpu",
                                    new TargetStudy.Outcome(
                                            Points.withCopies(points.toArray(Point[]::new)), failed, List.of("small"))))
                    : List.of();
            return new QuantizationReport(
                    "lenet",
                    "00",
                    42,
                    new Machine("f00d", "Linux", new Machine.Cpu("a processor", 2, List.of()), 1L << 33, List.of()),
                    QuantizationSettings.DEFAULT,
                    Points.split(false),
                    request.budget(),
                    variants,
                    targets,
                    List.of(new Absent("webnn", "no browser has it")),
                    List.of(),
                    List.of("samples are made"),
                    emitted,
                    false);
        };
        List<String> line = new ArrayList<>(List.of("quantize", "zoo:ds-cnn"));
        line.addAll(List.of(more));
        return new CliHarness(folder, services).run(line.toArray(String[]::new));
    }

    @Test
    void it_says_what_each_variant_is_worth_and_what_to_take() {
        CliHarness.Result result = run(
                List.of(ORIGINAL, SMALL, REFUSED),
                Map.of(),
                "--budget",
                "accuracy=3%,bytes=300kB",
                "--backends",
                "cpu");

        assertThat(result.exit()).as(result.err()).isZero();
        assertThat(result.out())
                .contains("200 samples of made judge, 10.0 % by chance, 1 others calibrate; seed 42")
                .contains("not made: it is quantised already")
                .contains("97.5 % (94.3–98.9)")
                .contains("unquantised again 3")
                .contains("→ Take small")
                .contains("w      MatMul    100       8     400 → 104  0.010")
                .contains("measured before, and kept: small")
                .contains("wrote lenet.small.onnx (small), SHA-256 0123")
                .contains("not here: webnn");
    }

    @Test
    void its_document_is_of_its_schema() throws IOException {
        JsonNode document = Json.MAPPER.readTree(run(
                        List.of(ORIGINAL, SMALL, REFUSED),
                        Map.of("lost", Failure.of(ErrorCode.RUNNER_CRASHED, "gone")),
                        "--json")
                .out());

        DocumentSchema.QUANTIZE.validate(document);
        assertThat(document.at("/targets/0/points/1/loss/difference").asDouble())
                .isEqualTo(0.005);
        assertThat(document.at("/targets/0/points/1/cost/joules").isNull()).isTrue();
        assertThat(document.at("/targets/0/points/1/blocksMs/own")).hasSize(8);
        assertThat(document.at("/targets/0/points/1/again").asBoolean()).isFalse();
        assertThat(document.at("/targets/0/points/2/again").asBoolean()).isTrue();
        assertThat(document.at("/targets/0/points/1/onFront").asBoolean()).isTrue();
        assertThat(document.at("/targets/0/points/2/onFront").asBoolean()).isFalse();
        assertThat(document.at("/machine/fingerprint").asText()).isEqualTo("f00d");
        assertThat(document.at("/variants/1/layers/0/histogram/after")).hasSize(WeightHistogram.BINS);
        assertThat(document.at("/variants/2/refused").asText()).isEqualTo("it is quantised already");
    }

    @Test
    void what_nothing_keeps_or_failed_or_claims_too_much_ends_with_1() {
        assertThat(run(List.of(ORIGINAL, SMALL), Map.of(), "--budget", "bytes=1kB")
                        .exit())
                .isEqualTo(1);
        assertThat(run(List.of(ORIGINAL, SMALL), Map.of(), "--budget", "accuracy=0.6%,bytes=300kB")
                        .exit())
                .as("kept as seen, not surely")
                .isEqualTo(1);
        assertThat(run(List.of(ORIGINAL, SMALL), Map.of("lost", Failure.of(ErrorCode.RUNNER_CRASHED, "gone")))
                        .exit())
                .isEqualTo(1);
        assertThat(run(List.of(ORIGINAL, SMALL, made("int4", 1_000_000, List.of("it holds float32"))), Map.of())
                        .exit())
                .isEqualTo(1);
    }

    @Test
    void what_was_measured_is_in_the_history_and_listed_there() throws IOException {
        CliHarness.Result result =
                run(List.of(ORIGINAL, SMALL, REFUSED), Map.of("lost", Failure.of(ErrorCode.RUNNER_CRASHED, "gone")));

        String id = asked.get(0).run().invocation().id();
        assertThat(result.err()).contains("kept in the history as quantisation " + id);
        QuantizationRun kept = services.inMemory.quantization(id).orElseThrow();
        assertThat(kept.model()).isEqualTo(new QuantizationRun.Model("lenet", "00"));
        assertThat(kept.machine()).isEqualTo("f00d");
        assertThat(kept.variants().get(1).layers()).hasSize(1);
        assertThat(kept.variants().get(2).refused()).contains("it is quantised already");
        MeasuredTarget cpu = kept.targets().get(0);
        assertThat(cpu.points().get(1).answers().lost().orElseThrow().value()).isEqualTo(0.005);
        assertThat(cpu.points().get(1).cost().unmetered()).isPresent();
        assertThat(cpu.failed()).extracting(MeasuredTarget.Failed::code).containsExactly("RUNNER_CRASHED");
        assertThat(cpu.advice().variant()).contains("small");
        assertThat(cpu.notes())
                .as("no second measurement")
                .contains("1 of %d points were measured by an earlier command, and kept: small"
                        .formatted(cpu.points().size()));

        Files.createFile(folder.resolve("kept.duckdb"));
        CliHarness harness = new CliHarness(folder, services);
        assertThat(harness.run("history", "--store", "kept.duckdb").out()).contains("QUANTISATION", id, "cpu: small");
        JsonNode listed = Json.MAPPER.readTree(
                harness.run("history", "--store", "kept.duckdb", "--json").out());
        DocumentSchema.HISTORY.validate(listed);
        assertThat(listed.at("/quantizations/0/targets/0/variant").asText()).isEqualTo("small");
        assertThat(listed.at("/quantizations/0/made").asInt()).isEqualTo(1);
    }

    @Test
    void a_history_that_another_has_open_is_told_and_changes_nothing_else() {
        historyRefused = Optional.of(new BasculeException(ErrorCode.STORE_LOCKED, "process 7 has it open"));
        CliHarness.Result locked = run(List.of(ORIGINAL, SMALL), Map.of());
        assertThat(locked.exit()).as(locked.err()).isZero();
        assertThat(locked.err()).contains("not kept in the history: process 7 has it open");

        historyRefused = Optional.of(new BasculeException(ErrorCode.STORE_INVALID, "no history"));
        CliHarness.Result broken = run(List.of(ORIGINAL, SMALL), Map.of());
        assertThat(broken.out()).contains("→ Take small");
        assertThat(broken.exit()).isNotZero();
        assertThat(broken.err()).contains("no history");
    }

    /** Hours of measuring are shown before anybody hears that a bug kept them from the history. */
    @Test
    void whatever_keeping_throws_is_told_after_what_was_measured() {
        assertThat(run(List.of(ORIGINAL, SMALL), Map.of()).exit()).isZero();
        before = Optional.of(services.inMemory);
        CliHarness.Result again = run(List.of(ORIGINAL, SMALL), Map.of(), "--out", "report");

        assertThat(again.out()).contains("→ Take small");
        assertThat(folder.resolve("report/quantization.html")).exists();
        assertThat(again.err())
                .contains("not kept in the history", "there is a quantisation")
                .doesNotContain("kept in the history as");
        assertThat(again.exit()).isEqualTo(70);
    }

    /** An error that is no number is of no layer: the record cannot be made. */
    @Test
    void what_no_record_can_be_made_of_is_shown_and_then_told() {
        Variant odd = new Variant(
                "small",
                "made for a test",
                SMALL.made()
                        .map(file -> new Variant.File(
                                Optional.empty(),
                                file.artifact(),
                                file.deflated(),
                                file.recipe(),
                                false,
                                List.of(new LayerChange("mask", "Add", "m", 100, 16, 400, 200, Double.NaN)),
                                List.of(),
                                List.of())),
                "");
        CliHarness.Result result = run(List.of(ORIGINAL, odd), Map.of(), "--out", "report");

        assertThat(result.out()).contains("→ Take small");
        assertThat(result.err()).contains("not kept in the history", "'m' has 100 elements");
        assertThat(result.exit()).isEqualTo(70);
        assertThat(folder.resolve("report/quantization.html")).doesNotExist();
        assertThat(services.inMemory.quantizations()).isEmpty();
    }

    @Test
    void of_what_was_measured_nowhere_nothing_is_kept() {
        run(List.of(ORIGINAL, REFUSED), Map.of());

        assertThat(services.inMemory.quantizations()).isEmpty();
    }

    @Test
    void where_nothing_could_be_made_it_ends_with_4_and_shows_why() {
        CliHarness.Result result = run(List.of(ORIGINAL, REFUSED), Map.of());

        assertThat(result.exit()).isEqualTo(4);
        assertThat(result.out()).contains("not made: it is quantised already");
        assertThat(result.err()).contains("no method made a model of it");
    }

    @Test
    void where_the_best_is_wanted_and_nothing_smaller_advised_it_says_that_it_wrote_nothing() {
        assertThat(run(List.of(ORIGINAL, SMALL), Map.of(), "--emit", "best").err())
                .as("one was written")
                .doesNotContain("wrote nothing");
        emitted = List.of();
        points = List.of(Points.of(Variant.ORIGINAL, 4, 1, 1_000_000), Points.of("small", 90, 0.5, 260_000));

        CliHarness.Result kept = run(List.of(ORIGINAL, SMALL), Map.of(), "--emit", "best");
        CliHarness.Result missed =
                run(List.of(ORIGINAL, SMALL), Map.of(), "--emit", "best", "--budget", "accuracy=1%,bytes=300kB");

        assertThat(kept.exit()).as(kept.err()).isZero();
        assertThat(kept.err())
                .contains(
                        "--emit best wrote nothing, for no smaller model is advised (cpu: the model is to be kept as it is)")
                .contains("--emit all, or a method's name, writes what was made");
        assertThat(missed.err()).contains("(cpu: nothing surely keeps the budget)");
        assertThat(run(List.of(ORIGINAL, SMALL), Map.of()).err()).doesNotContain("wrote nothing");
    }

    @Test
    void the_budgets_of_its_examples_can_be_kept_by_what_answers_all_alike() {
        List<String> examples = Stream.of(
                        QuantizeCommand.class.getAnnotation(Command.class).footer())
                .filter(line -> line.contains("accuracy="))
                .toList();

        assertThat(examples).isNotEmpty().allSatisfy(line -> {
            int samples = Integer.parseInt(line.contains("--samples") ? word(line, "--samples (\\d+)") : "500");
            double most = Double.parseDouble(word(line, "accuracy=([0-9.]+)%")) / 100;
            assertThat(upper(samples)).isLessThanOrEqualTo(most);
        });
        assertThat(upper(359)).as("what digits has").isGreaterThan(0.005);
    }

    private static double upper(int samples) {
        return PairedLoss.ofCounts(new double[samples], new double[samples])
                .ci95()
                .map(Interval::high)
                .orElseThrow();
    }

    private static String word(String line, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(line);
        assertThat(matcher.find()).as(line).isTrue();
        return matcher.group(1);
    }

    @Test
    void its_options_are_the_request() {
        run(
                List.of(ORIGINAL, SMALL),
                Map.of(),
                "--data",
                "digits",
                "--methods",
                "float16,dynamic-int8",
                "--samples",
                "50",
                "--calibrate",
                "5",
                "--feed",
                "source",
                "--scale",
                "255",
                "--pairs",
                "6",
                "--fine-tune-steps",
                "30",
                "--peer",
                "onnxruntime,onnxruntime",
                "--seed",
                "9",
                "--emit",
                "best",
                "--emit-to",
                "made",
                "--backends",
                "cpu,wasm");

        QuantizationRequest request = asked.get(0);
        assertThat(request.methods()).containsExactly("float16", "dynamic-int8");
        assertThat(request.data().names()).containsExactly("digits");
        assertThat(request.data().counts().evaluation()).isEqualTo(50);
        assertThat(request.data().source()).isTrue();
        assertThat(request.data().linear().scale()).isEqualTo(255);
        assertThat(request.settings().pairs()).isEqualTo(6);
        assertThat(request.fineTuneSteps()).isEqualTo(30);
        assertThat(request.peers()).containsExactly("onnxruntime");
        assertThat(request.run().invocation().seed()).isEqualTo(9);
        assertThat(request.budget()).isEqualTo(QuantizationBudget.NONE);
        assertThat(request.emit().orElseThrow().folder()).isEqualTo(folder.resolve("made"));
        assertThat(request.points())
                .isEqualTo(folder.resolve(".bascule/quantize.jsonl").toAbsolutePath());
        assertThat(request.targets()).hasSize(2).allMatch(target -> target.named());
    }

    @Test
    void misuse_is_told_before_anything_is_made() {
        assertMisuse("nothing called 'bites' is limited; did you mean 'bytes'?", "--budget", "bites=1MB");
        assertMisuse("--feed is train or source", "--feed", "raw");
        assertMisuse("--pairs 3", "--pairs", "3");
        assertMisuse("--samples 0", "--samples", "0");
        assertMisuse("--fine-tune-steps 0", "--fine-tune-steps", "0");
        assertMisuse("nothing says what", "--emit-to", "made");
        assertMisuse("there is no peer 'onnxruntim'; did you mean 'onnxruntime'?", "--peer", "onnxruntim");
        assertThat(asked).isEmpty();
    }

    private void assertMisuse(String why, String... options) {
        CliHarness.Result result = run(List.of(ORIGINAL, SMALL), Map.of(), options);

        assertThat(result.exit()).isEqualTo(2);
        assertThat(result.err()).contains(why);
    }

    @Test
    void for_a_device_its_methods_are_made_and_one_that_is_not_known_is_told() {
        run(List.of(ORIGINAL, SMALL), Map.of(), "--for", "qnn-htp");
        run(List.of(ORIGINAL, SMALL), Map.of(), "--for", "qnn-htp", "--methods", "float16");
        run(List.of(ORIGINAL, SMALL), Map.of());
        CliHarness.Result unknown = run(List.of(ORIGINAL, SMALL), Map.of(), "--for", "qnn-htq");

        assertThat(asked.get(0).methods()).containsExactly("qnn-htp-a16w8", "qnn-htp-a8w8");
        assertThat(asked.get(1).methods()).containsExactly("float16", "qnn-htp-a16w8", "qnn-htp-a8w8");
        assertThat(asked.get(2).methods()).containsExactly("all");
        assertThat(unknown.exit()).isEqualTo(2);
        assertThat(unknown.err()).contains("qnn-htq", "qnn-htp");
    }

    @Test
    void what_a_layer_does_alone_stands_in_the_table_and_in_the_document() throws IOException {
        LayerChange layer = new LayerChange("product", "MatMul", "w", 100, 8, 400, 104, 0.01)
                .with(Map.of(4, 0.5, 8, 0.25, 16, 0.0));
        Variant hybrid = new Variant(
                "small",
                "made for a test",
                Optional.of(new Variant.File(
                        Optional.empty(),
                        new ModelArtifact("0123456789abcdef", 260_000, Path.of("small.onnx")),
                        130_000,
                        "hybrid of 00",
                        false,
                        List.of(layer),
                        List.of("at most 300,000 bytes"),
                        List.of())),
                "");

        assertThat(run(List.of(ORIGINAL, hybrid), Map.of()).out())
                .contains("alone in 4, 8, 16 bits", "0.50, 0.25, 0", "at most 300,000 bytes");
        JsonNode document = Json.MAPPER.readTree(
                run(List.of(ORIGINAL, hybrid), Map.of(), "--json").out());
        DocumentSchema.QUANTIZE.validate(document);
        assertThat(document.at("/variants/1/layers/0/alone/4").asDouble()).isEqualTo(0.5);
    }

    @Test
    void its_page_has_every_target_and_variant_and_asks_nobody_for_anything() throws IOException {
        CliHarness.Result result = run(
                List.of(ORIGINAL, SMALL, REFUSED),
                Map.of("lost", Failure.of(ErrorCode.RUNNER_CRASHED, "gone")),
                "--out",
                "made");

        assertThat(result.err()).contains("quantization.html");
        String page = Files.readString(folder.resolve("made/quantization.html"));
        assertThat(page).doesNotContain("src=\"", "href=\"http");
        String shown = page.substring(page.indexOf("<main>"), page.indexOf("</main>"));
        assertThat(shown)
                .containsSubsequence("What to take", "it is quantised already", "97.5 % (94.3–98.9)", "gone", "webnn")
                .contains("unquantised again 3");
        assertThat(page).contains("\"role\":\"original\"", "0.50 (");
    }

    @Test
    void what_a_writer_loses_is_told_in_text_document_and_page() throws IOException {
        points = List.of(writing(points.get(0), 2), writing(points.get(1), 2.0125));

        CliHarness.Result text = run(List.of(ORIGINAL, SMALL), Map.of(), "--out", "made");
        JsonNode document = Json.MAPPER.readTree(
                run(List.of(ORIGINAL, SMALL), Map.of(), "--json").out());

        assertThat(text.exit()).as(text.err()).isLessThanOrEqualTo(1);
        assertThat(text.out()).contains("perplexity");
        DocumentSchema.QUANTIZE.validate(document);
        assertThat(document.at("/targets/0/loss").asText()).isEqualTo("NEXT_TOKEN");
        assertThat(Files.readString(folder.resolve("made/quantization.html")))
                .contains("Judged by loss of the next token (a point is 0.01 nats a token", "1.25", "lost next token");
    }

    @Test
    void what_can_be_lost_has_the_same_names_in_study_page_and_schema() throws IOException {
        List<String> names = Stream.of(Loss.values()).map(Enum::name).toList();
        List<String> schema = new ArrayList<>();
        try (InputStream file = DocumentSchema.class.getResourceAsStream("quantize-v1.schema.json")) {
            Json.MAPPER
                    .readTree(file)
                    .at("/properties/targets/items/properties/loss/enum")
                    .forEach(each -> schema.add(each.asText()));
        }

        assertThat(Stream.of(MeasuredTarget.LossKind.values()).map(Enum::name)).containsExactlyElementsOf(names);
        assertThat(schema)
                .containsExactlyElementsOf(
                        Stream.concat(names.stream(), Stream.of("null")).toList());
    }

    @Test
    void a_page_that_cannot_be_written_is_told_before_anything_is_made() throws IOException {
        Files.writeString(folder.resolve("taken"), "a file");

        CliHarness.Result result = run(List.of(ORIGINAL, SMALL), Map.of(), "--out", "taken");

        assertThat(result.exit()).isNotZero();
        assertThat(result.err()).contains("taken");
        assertThat(asked).isEmpty();
    }
}
