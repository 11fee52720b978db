package dev.bascule.cli.options;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.versions.VersionChoice;
import dev.bascule.app.versions.VersionChoice.Chosen;
import dev.bascule.app.versions.VersionChoice.Thinning;
import dev.bascule.app.versions.VersionedPart;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.suites.setting.Key;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Versions to run cases with, to see them beside each other, and how each of these runs is made. */
public final class OverOptions {
    private static final int ENDS = 2;
    /** What {@link Keys#BROWSERS} is where nobody names one. */
    private static final String ANY = "auto";

    private final Flags rows = new Flags();

    @Option(
            names = "--over",
            paramLabel = "AXIS",
            description = "Runs the SUITE or MODEL with several versions of engine (onnxruntime-web) or browser (Chrome"
                    + " Headless Shell), each as a run of its own, and shows them beside each other.")
    private @Nullable String over;

    @Option(names = "--versions", paramLabel = "VERSION", split = ",", description = "With --over: these versions.")
    private @Nullable List<String> versions;

    @Option(
            names = "--from",
            paramLabel = "VERSION",
            description = "With --over: the oldest version (default: the oldest one on this machine).")
    private @Nullable String from;

    @Option(
            names = "--to",
            paramLabel = "VERSION",
            description = "With --over: the newest version (default: the newest one on this machine).")
    private @Nullable String to;

    @Option(
            names = "--step",
            paramLabel = "N",
            description = "With --over: every so manieth version from the older end on, and the newer end.")
    private @Nullable Integer step;

    @Option(
            names = "--samples",
            paramLabel = "N",
            description = "With --over: so many versions evenly spread between the ends, which are among them.")
    private @Nullable Integer samples;

    @Option(
            names = "--fetch",
            description =
                    "With --over: fetch versions that are not on this machine from npm, into the cache, 20 to 70 MB"
                            + " each.")
    private boolean fetch;

    @Mixin
    private final BrowserOptions browsers = new BrowserOptions();

    @Mixin
    private final KindOptions kinds = new KindOptions();

    @Mixin
    private final InputOptions inputs = new InputOptions();

    @Mixin
    private final MeasurementOptions measurement = new MeasurementOptions();

    @Mixin
    private final FailOnOption failOn = new FailOnOption();

    @Mixin
    private final MachineLockOption machineLock = new MachineLockOption();

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, rows)
                .add(
                        Keys.BACKENDS,
                        "Backends that are each measured on their own, or none (default: webgpu,webnn,wasm,cpu); chains keep"
                                + " what is left of them.")
                .add(Keys.WEBNN_DEVICE)
                .each(Keys.CHAINS, "--chain", "A->B->C", "A fallback chain, instead of the suite's. May be repeated.")
                .flag(Keys.STRICT, "No fallback: leave out the chains.")
                .add(
                        Keys.OUT,
                        "With --over: folder for the reports, one in it for each version (default: .bascule/reports/RUN).");
    }

    public Flags flags() {
        Flags all = new Flags();
        List.of(browsers.flags(), measurement.flags(), failOn.flags(), machineLock.flags(), rows)
                .forEach(all::addAll);
        return all;
    }

    public KindOptions kinds() {
        return kinds;
    }

    public InputOptions inputs() {
        return inputs;
    }

    public boolean wanted() {
        return over != null;
    }

    public boolean fetch() {
        return fetch;
    }

    /** An option of these that is of no use without {@code --over}; empty where none was given. */
    public Optional<String> idle() {
        Map<String, Boolean> given = new LinkedHashMap<>();
        given.put("--versions", versions != null);
        given.put("--from", from != null);
        given.put("--to", to != null);
        given.put("--step", step != null);
        given.put("--samples", samples != null);
        given.put("--fetch", fetch);
        given.put("--input, --dim, --frame, --carry or --pipeline", inputs.any());
        given.put(
                "--family or --task",
                !kinds.filter().families().isEmpty() || !kinds.filter().tasks().isEmpty());
        flags().given().values().forEach(flag -> given.put(flag.option(), true));
        return given.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Of what versions are compared. */
    public Axis axis() {
        return Arrays.stream(Axis.values())
                .filter(axis -> axis.word().equals(over))
                .findFirst()
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "--over '%s' is neither engine nor browser".formatted(over),
                        "bascule bisect --over engine,browser looks at both at once"));
    }

    /**
     * Which versions.
     *
     * @param config in which other browsers may stand, which are no versions of this machine's
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR} for what is none, or said in two ways
     */
    public VersionChoice choice(Config config) {
        refuseContradictions();
        if (axis() == Axis.BROWSER) {
            refuseOtherBrowsers(config);
        }
        VersionedPart part = axis() == Axis.ENGINE ? VersionedPart.ENGINE : VersionedPart.BROWSER;
        if (versions != null) {
            return new VersionChoice(
                    part,
                    new Chosen.Named(versions.stream()
                            .filter(text -> !text.isBlank())
                            .map(text -> version("--versions", text))
                            .toList()));
        }
        Thinning thinning = step != null
                ? new Thinning.Step(step)
                : samples != null ? new Thinning.Samples(samples) : new Thinning.All();
        return new VersionChoice(
                part,
                new Chosen.Between(
                        Optional.ofNullable(from).map(text -> version("--from", text)),
                        Optional.ofNullable(to).map(text -> version("--to", text)),
                        thinning));
    }

    private void refuseContradictions() {
        boolean span = from != null || to != null || step != null || samples != null;
        if (versions != null && span) {
            throw usage("--versions names each version, and needs no --from, --to, --step or --samples");
        }
        if (step != null && samples != null) {
            throw usage("one of --step and --samples at a time");
        }
        if (step != null && step < 1) {
            throw usage("--step must be at least 1");
        }
        if (samples != null && samples < ENDS) {
            throw usage("--samples must be at least 2: both ends are among them");
        }
        // Three dozen versions are 2 GB and an hour, which nobody means who says nothing.
        if (fetch && versions == null && from == null && to == null && samples == null) {
            throw usage("--fetch needs to know which versions: --versions, --from, --to or --samples");
        }
        Map<?, Flags.Flag> given = browsers.flags().given();
        if (axis() == Axis.ENGINE && given.containsKey(Keys.ENGINE_VERSION)) {
            throw usage("--engine-version names one version, --over engine runs several");
        }
    }

    /** Wherever they were named: a version is run by its executable, so that these would be left out without a word. */
    private static void refuseOtherBrowsers(Config config) {
        if (config.find(Keys.GRID).isPresent()) {
            throw usage(("--over browser runs versions of Chrome Headless Shell on this machine,"
                            + " and no browsers of a Grid (%s)")
                    .formatted(origin(config, Keys.GRID)));
        }
        String only = "--over browser runs versions of Chrome Headless Shell, and no other browser (%s)";
        if (config.find(Keys.BROWSER_BINARY).isPresent()) {
            throw usage(only.formatted(origin(config, Keys.BROWSER_BINARY)));
        }
        if (!config.get(Keys.BROWSERS).equals(List.of(ANY))) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, only.formatted(origin(config, Keys.BROWSERS)), "--browsers " + ANY);
        }
    }

    /** The option, the variable, or the file and line. */
    private static String origin(Config config, Key<?> key) {
        return config.setting(key).map(setting -> setting.origin().where()).orElse(key.name());
    }

    private static ReleaseVersion version(String option, String text) {
        return ReleaseVersion.parse(text.strip())
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "%s '%s' is no version such as 1.23.2".formatted(option, text),
                        "npm view onnxruntime-web versions"));
    }

    private static BasculeException usage(String why) {
        return new BasculeException(
                ErrorCode.USAGE_ERROR, why, "bascule matrix quickstart --over engine --versions 1.20.1,1.29.0");
    }
}
