package dev.bascule.cli.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import dev.bascule.bridge.browse.BrowsedPage;
import dev.bascule.cli.ServedRepro;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.driver.ChildLaunchSpec;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.driver.Survey;
import dev.bascule.fallback.target.Target;
import dev.bascule.fallback.testing.TestJvm;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooStore;
import dev.bascule.nativerunner.backends.OpenVinoDriver;
import dev.bascule.studies.select.Candidate;
import dev.bascule.studies.select.Configuration;
import dev.bascule.suites.suite.SuiteModel;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code select --emit} prints, run as it stands: a few lines after it feed the session that it opened, and every language
 * and place must give the same outputs.
 */
@Tag("full")
@Tag("native")
class EmittedCodeTest {
    private static final String WHY = "bascule select: it's \\u000a the best";
    private static final String ITEMS = "1,3,64,64";

    private static final Map<String, String> ISOLATED =
            Map.of("Cross-Origin-Opener-Policy", "same-origin", "Cross-Origin-Embedder-Policy", "require-corp");

    private static final Configuration OTHERWISE = new Configuration(
            Optional.of(GraphOptimization.EXTENDED), true, Optional.empty(), Optional.empty(), false, true);
    private static final Configuration IN_FLOAT32 =
            new Configuration(Optional.empty(), false, Optional.of(Precision.FLOAT32), Optional.empty(), false);

    @TempDir
    Path folder;

    private Path file;
    private SuiteModel model;

    @BeforeEach
    void a_model_lies_in_a_folder_with_an_odd_name() throws IOException {
        Path own = Files.createDirectory(folder.resolve("it's"));
        file = Files.copy(
                new ZooStore(new CacheFolder(folder.resolve("cache")))
                        .model(Zoo.model("mobilenet-micro").orElseThrow())
                        .file(),
                own.resolve("model.onnx"));
        model = new SuiteModel(file.toString(), "mobilenet-micro", SuiteModel.Feed.NONE);
    }

    private static Candidate on(Backend backend, int threads, String build, Configuration configuration) {
        boolean page = backend.side() == Side.BROWSER;
        return new Candidate(
                        page ? Optional.of("chrome-headless-shell") : Optional.empty(),
                        new Target(
                                backend,
                                Optional.empty(),
                                new Engine(
                                        page ? "onnxruntime-web" : "onnxruntime",
                                        "1.29.0",
                                        page ? Optional.of(build) : Optional.empty()),
                                backend.equals(Backends.WEBGPU) ? DeviceType.GPU : DeviceType.CPU,
                                Optional.empty(),
                                Map.of()),
                        threads,
                        1)
                .with(configuration);
    }

    private static Candidate on(Backend backend, int threads, Configuration configuration) {
        return on(backend, threads, "ort.wasm", configuration);
    }

    @Test
    void java_compiles_and_gives_the_outputs_of_the_usual_session_in_each_configuration() throws Exception {
        double[] usual = java(on(Backends.NATIVE_CPU, 1, Configuration.USUAL), List.of());

        assertThat(usual).hasSizeGreaterThan(1);
        assertThat(Arrays.stream(usual).distinct().count()).isGreaterThan(1);
        assertSame(java(on(Backends.NATIVE_CPU, 2, OTHERWISE), List.of()), usual);
    }

    @Test
    @Tag("openvino")
    void java_opens_intels_plugin_where_openvino_won() throws Exception {
        Survey survey = new OpenVinoDriver().survey(HostEnvironment.ofProcess());
        assumeTrue(survey instanceof Survey.Ready, "OpenVINO is not installed");
        ChildLaunchSpec launch = ((Survey.Ready) survey).launchSpec();
        Optional<String> plugin = Optional.ofNullable(launch.properties().get("bascule.openvino.plugin"));
        assumeTrue(plugin.isPresent(), "OpenVINO is no plugin here");

        assertSame(
                java(on(Backends.OPENVINO, 1, IN_FLOAT32), List.of("-Dopenvino.plugin=" + plugin.orElseThrow())),
                java(on(Backends.NATIVE_CPU, 1, Configuration.USUAL), List.of()));
    }

    @Test
    @Tag("browser")
    void javascript_opens_in_the_bundled_browser_on_wasm_its_threads_webnn_and_webgpu() throws Exception {
        double[] usual = java(on(Backends.NATIVE_CPU, 1, Configuration.USUAL), List.of());
        try (BrowsedPage browser = BrowsedPage.start(List.of(
                        "--enable-unsafe-webgpu",
                        "--use-webgpu-adapter=swiftshader",
                        "--enable-features=WebMachineLearningNeuralNetwork"));
                ServedRepro served = ServedRepro.of(folder, ISOLATED)) {
            assertSame(js(browser, served, on(Backends.WASM, 1, Configuration.USUAL)), usual);
            assertSame(js(browser, served, on(Backends.WASM, 2, OTHERWISE)), usual);
            assertSame(js(browser, served, on(Backends.WEBNN, 1, "ort.all", Configuration.USUAL)), usual);
            assertSame(js(browser, served, on(Backends.WEBGPU, 1, "ort.jspi", Configuration.USUAL)), usual);
        }
    }

    /** {@code -Dbascule.python=venv/bin/python} names one that has {@code onnxruntime}, as {@code pip install onnxruntime} brings it. */
    @Test
    void python_gives_the_outputs_of_the_usual_session_in_each_configuration() throws Exception {
        String python = System.getProperty("bascule.python", "python3");
        assumeTrue(
                said(List.of(python, "-c", "import onnxruntime, numpy; print('here')"))
                        .filter(text -> text.contains("here"))
                        .isPresent(),
                python + " has no onnxruntime: -Dbascule.python=… names one that has");

        double[] usual = java(on(Backends.NATIVE_CPU, 1, Configuration.USUAL), List.of());
        assertSame(python(python, on(Backends.NATIVE_CPU, 1, Configuration.USUAL)), usual);
        assertSame(python(python, on(Backends.NATIVE_CPU, 2, OTHERWISE)), usual);
    }

    private static void assertSame(double[] seen, double[] usual) {
        double greatest = Arrays.stream(usual).map(Math::abs).max().orElseThrow();
        assertThat(seen).hasSameSizeAs(usual);
        for (int i = 0; i < usual.length; i++) {
            assertThat(seen[i]).isCloseTo(usual[i], within(1e-4 * greatest));
        }
    }

    /** In a JVM of its own, which the engine may start in as it likes. */
    private double[] java(Candidate chosen, List<String> options) throws Exception {
        List<String> code = Emitted.JAVA.of(chosen, model, WHY).lines().toList();
        String source = code.stream().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n"))
                + "\npublic class Answer { public static void main(String[] words) throws Exception {\n"
                + code.stream().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"))
                + """

                float[] fed = new float[3 * 64 * 64];
                for (int i = 0; i < fed.length; i++) { fed[i] = (float) Math.sin(i); }
                ai.onnxruntime.OnnxTensor input = ai.onnxruntime.OnnxTensor.createTensor(
                        environment, java.nio.FloatBuffer.wrap(fed), new long[] {%s});
                float[][] out = (float[][]) session.run(java.util.Map.of(
                        session.getInputNames().iterator().next(), input)).get(0).getValue();
                System.out.println("answer " + java.util.Arrays.toString(out[0]));
                }}
                """.formatted(ITEMS);
        Path place = Files.createTempDirectory(folder, "java");
        Path text = Files.writeString(place.resolve("Answer.java"), source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        place.toString(),
                        text.toString()))
                .as(source)
                .isZero();
        List<String> words = new ArrayList<>(options);
        words.addAll(List.of("-cp", place + File.pathSeparator + System.getProperty("java.class.path"), "Answer"));
        return answer(said(TestJvm.line(words.toArray(String[]::new))), source);
    }

    private double[] python(String python, Candidate chosen) throws Exception {
        String source = Emitted.PYTHON.of(chosen, model, WHY) + """

                import numpy
                fed = numpy.sin(numpy.arange(3 * 64 * 64)).astype(numpy.float32).reshape(%s)
                print('answer', list(map(float, session.run(None, {session.get_inputs()[0].name: fed})[0][0])))
                """.formatted(ITEMS);
        Path text =
                Files.writeString(Files.createTempDirectory(folder, "python").resolve("answer.py"), source);
        return answer(said(List.of(python, text.toString())), source);
    }

    /** The page has its engine's files beside it and names them by an import map, as a page without a bundler does. */
    private double[] js(BrowsedPage browser, ServedRepro served, Candidate chosen) throws Exception {
        for (String name : engine(chosen.target().engine().build().orElseThrow())) {
            Path to = Files.createDirectories(folder.resolve("ort")).resolve(name);
            try (InputStream in = EmittedCodeTest.class.getResourceAsStream("/dev/bascule/browser/web/ort/" + name)) {
                if (!Files.exists(to)) {
                    Files.copy(in, to);
                }
            }
        }
        SuiteModel beside = new SuiteModel(folder.relativize(file).toString(), "mobilenet-micro", SuiteModel.Feed.NONE);
        Files.writeString(folder.resolve("answer.mjs"), Emitted.JS.of(chosen, beside, WHY) + """

                        const fed = Float32Array.from({ length: 3 * 64 * 64 }, (_, i) => Math.sin(i));
                        const outputs = await session.run({ [session.inputNames[0]]: new ort.Tensor(fed, [%s]) });
                        const values = await outputs[session.outputNames[0]].getData();
                        document.title = `answer [${[...values].join(', ')}]`;
                        """.formatted(ITEMS));
        Files.writeString(folder.resolve("index.html"), """
                <!doctype html><title>wait</title>
                <script type="importmap">{ "imports": {
                  "onnxruntime-web/wasm": "./ort/ort.wasm.min.mjs", "onnxruntime-web/all": "./ort/ort.all.min.mjs",
                  "onnxruntime-web/jspi": "./ort/ort.jspi.min.mjs" } }</script>
                <script>
                  const tell = why => { document.title = `failed: ${why}`; };
                  addEventListener('error', event => tell(event.message));
                  addEventListener('unhandledrejection', event => tell(event.reason));
                </script>
                <script type="module" src="./answer.mjs"></script>
                """);
        try (Page page = browser.browser().newPage()) {
            page.navigate(served.address());
            page.waitForFunction(
                    "() => document.title !== 'wait'", null, new Page.WaitForFunctionOptions().setTimeout(120_000));
            assertThat(page.evaluate("() => crossOriginIsolated")).isEqualTo(true);
            return answer(Optional.of(page.title()), Files.readString(folder.resolve("answer.mjs")));
        }
    }

    private static List<String> engine(String build) {
        String variant = switch (build) {
            case "ort.wasm" -> "";
            case "ort.all" -> ".jsep";
            default -> ".jspi";
        };
        return List.of(
                build + ".min.mjs",
                "ort-wasm-simd-threaded%s.mjs".formatted(variant),
                "ort-wasm-simd-threaded%s.wasm".formatted(variant));
    }

    private static Optional<String> said(List<String> line) throws InterruptedException {
        try {
            ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
            builder.environment().put("ORT_DISABLE_TELEMETRY", "1");
            Process child = builder.start();
            try {
                String text = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
                return Optional.of(text);
            } finally {
                child.destroyForcibly();
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static double[] answer(Optional<String> said, String source) {
        String text = said.orElse("nothing was said");
        assertThat(text).as(source).contains("answer [");
        return Arrays.stream(text.substring(text.indexOf("answer [") + 8, text.indexOf(']', text.indexOf("answer [")))
                        .split(", "))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }
}
