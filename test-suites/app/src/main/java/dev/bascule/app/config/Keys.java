package dev.bascule.app.config;

import dev.bascule.execution.machine.WhenBusy;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.BackendDevice;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.run.Selection;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.setting.Risk;
import dev.bascule.suites.setting.Scope;
import dev.bascule.suites.setting.SettingType;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.ScenarioKind;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The rows of everything that can be set: those of cases, which suites may say as well, and those of an invocation. Stateless. */
public final class Keys {
    public static final Key<List<String>> BROWSERS = key(
            "browsers",
            "auto",
            "auto, none, all, or names divided by commas",
            SettingType.NAMES.labelled("auto|none|all|NAME,…"),
            Risk.HARMLESS);
    public static final Key<String> BROWSER_BINARY = optional(
            "browserBinary",
            "a browser's executable to use instead of those found",
            SettingType.TEXT.labelled("PATH"),
            Risk.CODE);
    public static final Key<String> LAUNCHER = optional(
            "launcher",
            "how browsers are started: playwright, selenium or process; the best for each otherwise",
            SettingType.oneOf("playwright", "selenium", "process"),
            Risk.HARMLESS);
    public static final Key<URI> GRID = optional(
            "grid", "URL of a Selenium Grid whose browsers take part as well", SettingType.HTTP_URL, Risk.NETWORK);
    public static final Key<String> BRIDGE_HOST = optional(
            "bridgeHost",
            "address that browsers on other machines reach this one by; loopback otherwise",
            SettingType.TEXT.labelled("ADDRESS"),
            Risk.NETWORK);
    public static final Key<BrowserSetup.Gpu> GPU = key(
            "gpu",
            "auto",
            "whether browsers use the machine's GPU or a software one: auto, hardware or software",
            SettingType.oneOf(BrowserSetup.Gpu.class),
            Risk.HARMLESS);
    public static final Key<List<String>> BROWSER_FLAGS = key(
            "browserFlags",
            "",
            "more flags for browsers of the Chromium family, divided by blanks",
            SettingType.FLAGS,
            Risk.CODE);
    public static final Key<String> WEBNN_DEVICE = key(
            "webnnDevice",
            "auto",
            "device to ask WebNN for: auto (a GPU where there is one, else the CPU), cpu, gpu or npu",
            SettingType.oneOf("auto", "cpu", "gpu", "npu"),
            Risk.HARMLESS);
    public static final Key<String> BUILD = optional(
            "build",
            "build of onnxruntime-web that pages load, such as ort.all (JSEP); each backend's best otherwise",
            SettingType.oneOf("ort.wasm", "ort.jspi", "ort.webgpu", "ort.all"),
            Risk.HARMLESS);
    public static final Key<ReleaseVersion> ENGINE_VERSION = optional(
            "engineVersion",
            "version of onnxruntime-web that pages load, as bascule install onnxruntime-web@VERSION fetched it; the bundled"
                    + " one otherwise",
            WordTypes.RELEASE,
            Risk.HARMLESS);
    public static final Key<Integer> RETRIES = key(
            "retries",
            "1",
            "new attempts in a clean browser, after all else, for each attempt that failed; 0 for none; one that passes then"
                    + " is FLAKY, and none is erased",
            SettingType.NUMBER,
            Risk.HARMLESS);
    public static final Key<List<Backend>> BACKENDS = key(
            "backends",
            "webgpu,webnn,wasm,cpu",
            "backends that are each measured on their own",
            WordTypes.BACKENDS.labelled("ID,…"),
            Risk.HARMLESS);
    public static final Key<List<Chain>> CHAINS = optional(
            "chains",
            "fallback chains; webgpu→webnn→wasm and this machine's own otherwise",
            WordTypes.CHAINS,
            Risk.HARMLESS);
    public static final Key<Boolean> STRICT =
            key("strict", "off", "leave out the chains: no fallback", SettingType.ON_OFF, Risk.HARMLESS);
    public static final Key<FallbackPolicy> FALL_BACK_ON = key(
            "fallBackOn",
            FallbackPolicy.DEFAULT.toString(),
            "which failures move on to a chain's next backend: any, none, or outcomes and codes of errors divided by"
                    + " commas; any other ends the chain",
            WordTypes.FAILURES,
            Risk.HARMLESS);
    public static final Key<Comparisons> COMPARISONS = key(
            "comparisons",
            "on",
            "which backends are measured in turn with which: on (each of a browser with native CPU), off, or pairs such"
                    + " as webgpu/wasm,webnn/cpu",
            WordTypes.COMPARISONS,
            Risk.HARMLESS);
    public static final Key<List<ScenarioKind>> SCENARIO = key(
            "scenario",
            "none",
            "what to observe on each strict target beyond the attempts, on top of what the suite asks for: "
                    + WordTypes.scenarioPhrases(),
            WordTypes.SCENARIOS,
            Risk.HARMLESS);
    public static final Key<Integer> CYCLES = key(
            "cycles",
            Integer.toString(ScenarioKind.SOAK.usualCount()),
            "times that a soak creates, runs and releases",
            SettingType.COUNT,
            Risk.HARMLESS);
    public static final Key<Duration> LATENCY_LIMIT = optional(
            "latencyLimit",
            "of a batch search: the longest median of an inference; none otherwise",
            SettingType.DURATION,
            Risk.HARMLESS);
    public static final Key<Long> MEMORY_LIMIT = optional(
            "memoryLimit",
            "of a batch search: the highest peak of memory, such as 2GiB; what is free otherwise",
            SettingType.BYTES,
            Risk.HARMLESS);
    public static final Key<Double> ACCURACY = optional(
            "accuracy",
            "of a precision search: the greatest error allowed, relative to an output's greatest magnitude; 0.01 otherwise",
            SettingType.FRACTION,
            Risk.HARMLESS);
    public static final Key<List<BackendDevice>> SPLIT = optional(
            "split",
            "backends to cut a model over, in order, such as cpu,openvino or cuda:0,cuda:1; each part runs on its own, the ways"
                    + " between them are measured apart, and parts that work at the same time beside parts in turn",
            WordTypes.DEVICES,
            Risk.HARMLESS);
    public static final Key<String> CUT = optional(
            "cut",
            "where to cut: after a node's name or index, at a fraction such as 0.5, or auto, which predicts from measured parts"
                    + " and measures the best; commas divide several; auto otherwise",
            SettingType.TEXT,
            Risk.HARMLESS);
    public static final Key<List<BackendDevice>> REPLICAS = optional(
            "replicas",
            "backends to copy a model to, and spread samples over, such as cpu,wasm or cuda:0,cuda:1: idle ones steal, and what a"
                    + " lost one was at is finished by the others",
            WordTypes.DEVICES,
            Risk.HARMLESS);
    public static final Key<Integer> SAMPLES = key(
            "samples",
            Integer.toString(ScenarioKind.REPLICAS.usualCount()),
            "samples to spread over replicas",
            SettingType.COUNT,
            Risk.HARMLESS);
    public static final Key<Duration> QUERY_LIMIT =
            key("queryLimit", "1m", "when an SQL query is stopped", SettingType.DURATION, Risk.HARMLESS);
    public static final Key<Duration> CASE_TIMEOUT =
            key("caseTimeout", "10s", "for one conformance case", SettingType.DURATION, Risk.HARMLESS);
    public static final Key<Integer> WORKERS = key(
            "workers",
            "3",
            "engines side by side in one page, for conformance cases; untimed work side by side, for run",
            SettingType.COUNT,
            Risk.HARMLESS);
    public static final Key<Integer> SAMPLE = optional(
            "sample",
            "how many conformance cases to draw by the seed; all otherwise",
            SettingType.COUNT,
            Risk.HARMLESS);
    public static final Key<Selection.Shard> SHARD = optional(
            "shard", "which part of the conformance cases to run, such as 2/8", SettingType.SHARD, Risk.HARMLESS);
    public static final Key<Boolean> SHUFFLE = key(
            "shuffle", "off", "run conformance cases in an order drawn by the seed", SettingType.ON_OFF, Risk.HARMLESS);
    public static final Key<List<String>> EXPECTATIONS = optional(
            "expectations",
            "files of known failures, divided by commas; later ones win",
            SettingType.NAMES,
            Risk.PATHS);
    public static final Key<WhenBusy> MACHINE_LOCK = key(
            "machineLock",
            "wait",
            "what to do when another run measures on this machine: wait, share (the results say so) or fail",
            SettingType.oneOf(WhenBusy.class),
            Risk.HARMLESS);
    public static final Key<String> POOL = optional(
            "pool",
            "file with the address of a pool of workers, as its coordinator issued it; what --on pool means",
            SettingType.TEXT.labelled("FILE"),
            Risk.NETWORK);
    public static final Key<Long> SEED = key(
            "seed",
            "42",
            "seed of the random numbers: generated inputs, resampling; the suite's where it has one",
            SettingType.INTEGER,
            Risk.HARMLESS);
    public static final Key<String> STORE = key(
            "store", ".bascule/history.duckdb", "the history file", SettingType.TEXT.labelled("FILE"), Risk.HISTORY);
    public static final Key<String> OUT = optional(
            "out",
            "folder for the reports; .bascule/reports/RUN otherwise",
            SettingType.TEXT.labelled("DIR"),
            Risk.PATHS);
    public static final Key<List<String>> REPORTER =
            key("reporter", "list", "reports beside those in the folder of the run", SettingType.NAMES, Risk.PATHS);
    public static final Key<String> TEMPLATE = optional(
            "template",
            "folder with theme.css or templates (*.jte) for the HTML report; templates are code, so one that is trusted",
            SettingType.TEXT.labelled("DIR"),
            Risk.CODE);
    public static final Key<FailOn> FAIL_ON = key(
            "failOn",
            "failures",
            "what makes the exit code 1: failures, regressions (against the baseline), or never",
            SettingType.oneOf(FailOn.class),
            Risk.HARMLESS);
    public static final Key<List<String>> BASELINE = optional(
            "baseline",
            "runs that a run is compared with, divided by commas: latest, an id or how it begins, or a run.json",
            SettingType.NAMES,
            Risk.PATHS);
    public static final Key<Double> REGRESSION_THRESHOLD = key(
            "regressionThreshold",
            "2%",
            "the least slowdown that is a regression; it must be shown as well",
            SettingType.SHARE,
            Risk.HARMLESS);
    public static final Key<Double> EQUIVALENCE_MARGIN = key(
            "equivalenceMargin",
            "5%",
            "within which two sides are called equivalent, where that is shown",
            SettingType.SHARE,
            Risk.HARMLESS);
    public static final Key<ColorMode> COLOR = key(
            "color",
            "auto",
            "auto, always or never; NO_COLOR is honoured",
            SettingType.oneOf(ColorMode.class),
            Risk.HARMLESS);

    private static final List<Key<?>> OF_TARGETS = List.of(
            BROWSERS,
            BROWSER_BINARY,
            LAUNCHER,
            GRID,
            BRIDGE_HOST,
            GPU,
            BROWSER_FLAGS,
            WEBNN_DEVICE,
            BUILD,
            ENGINE_VERSION,
            RETRIES,
            BACKENDS,
            CHAINS,
            STRICT,
            FALL_BACK_ON,
            COMPARISONS,
            SCENARIO,
            CYCLES,
            SPLIT,
            CUT,
            REPLICAS,
            SAMPLES,
            LATENCY_LIMIT,
            MEMORY_LIMIT,
            ACCURACY);

    private static final List<Key<?>> OF_WORK =
            List.of(QUERY_LIMIT, CASE_TIMEOUT, WORKERS, SAMPLE, SHARD, SHUFFLE, EXPECTATIONS);

    private static final List<Key<?>> OF_RESULTS = List.of(
            MACHINE_LOCK,
            POOL,
            SEED,
            STORE,
            OUT,
            REPORTER,
            TEMPLATE,
            FAIL_ON,
            BASELINE,
            REGRESSION_THRESHOLD,
            EQUIVALENCE_MARGIN,
            COLOR);

    private static final List<Key<?>> ALL = Stream.of(
                    OF_TARGETS, CaseKeys.of(Scope.SUITE), OF_WORK, CaseKeys.of(Scope.CASE), OF_RESULTS)
            .<Key<?>>flatMap(List::stream)
            .toList();

    private Keys() {}

    private static <T> Key<T> key(String name, String standard, String description, SettingType<T> type, Risk risk) {
        return Key.of(name, standard, description, type, risk);
    }

    private static <T> Key<T> optional(String name, String description, SettingType<T> type, Risk risk) {
        return Key.optional(name, description, type, risk);
    }

    /** All keys, in the order in which they are shown. */
    public static List<Key<?>> all() {
        return ALL;
    }
}
