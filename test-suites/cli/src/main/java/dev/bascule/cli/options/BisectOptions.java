package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Durations;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.BisectLimits;
import dev.bascule.studies.bisect.BisectRequest.Ends;
import dev.bascule.studies.bisect.What;
import dev.bascule.suites.setting.CaseKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which versions are searched for what, and how far. */
public final class BisectOptions {
    private final Flags flags = new Flags();

    @Mixin
    private final TargetOption target = new TargetOption();

    @Option(
            names = "--over",
            paramLabel = "AXIS",
            split = ",",
            description =
                    "Which versions: engine (onnxruntime-web, from npm), browser (Chrome Headless Shell, from npm), or"
                            + " both (default: engine).")
    private List<String> over = List.of(Axis.ENGINE.word());

    @Option(
            names = "--what",
            paramLabel = "FAILURE",
            description = "What bad means: wrong, slow, placement, crash or unsupported (default: wrong).")
    private String what = What.WRONG.word();

    @Option(
            names = "--fetch",
            description = "Fetch versions that are not on this machine from npm, into the cache, 20 to 70 MB each.")
    private boolean fetch;

    @Option(
            names = "--from",
            paramLabel = "VERSION",
            split = ",",
            description = "The older end (default: the oldest); with two axes engine=VERSION,browser=VERSION.")
    private List<String> from = List.of();

    @Option(
            names = "--to",
            paramLabel = "VERSION",
            split = ",",
            description = "The newer end (default: the newest); with two axes engine=VERSION,browser=VERSION.")
    private List<String> to = List.of();

    @Option(
            names = "--find-fix",
            description = "The first good version after bad ones, not the first bad after good ones.")
    private boolean findFix;

    @Option(
            names = "--threshold",
            paramLabel = "TIMES",
            description = "How many times as slow as the good end is slow (default: 1.2).")
    private double threshold = 1.2;

    @Option(
            names = "--flaky",
            description = "It comes and goes: ends are run 40 times before they are called equal, and not 5 times.")
    private boolean flaky;

    @Option(
            names = "--samples",
            paramLabel = "N",
            description = "Versions looked at on each side of a boundary, for others beyond it (default: 3).")
    private int samples = 3;

    @Option(
            names = "--expectations",
            paramLabel = "FILE",
            description = "A file of known failures that what is found is written into, with since and until.")
    private @Nullable Path expectations;

    @Option(names = "--limit", paramLabel = "TIME", description = "How long all of it may take (default: 60m).")
    private String limit = "60m";

    @Spec
    void spec(CommandSpec own) {
        new RowOptions(own, flags)
                .add(CaseKeys.TIMEOUT, "How long each answer of a browser may take (default: 1m).")
                .add(
                        CaseKeys.GRAPH_OPTIMIZATION,
                        "How far the engine may rewrite the graph: all, extended, basic or disabled (default: all).")
                .add(CaseKeys.BATCH, "What a dynamic batch dimension becomes (default: 1).")
                .add(Keys.SEED, "Seed of the inputs that are made (default: 42).")
                .add(Keys.OUT, "Folder for the timeline (default: .bascule/bisect/CASE-TARGET).");
    }

    public Flags flags() {
        return flags;
    }

    public TargetOption target() {
        return target;
    }

    public Set<Axis> over() {
        EnumSet<Axis> axes = EnumSet.noneOf(Axis.class);
        over.forEach(word -> axes.add(word("--over", word, Axis.values())));
        return axes;
    }

    public What what() {
        return word("--what", what, What.values());
    }

    private static <E extends Enum<E>> E word(String option, String text, E[] known) {
        return Arrays.stream(known)
                .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(text.strip()))
                .findFirst()
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "%s '%s' is none of %s"
                                .formatted(
                                        option,
                                        text,
                                        String.join(
                                                ", ",
                                                Arrays.stream(known)
                                                        .map(each -> each.name().toLowerCase(Locale.ROOT))
                                                        .toList()))));
    }

    /** The ends that were named. */
    public Map<Axis, Ends> ends() {
        Map<Axis, String> older = named("--from", from);
        Map<Axis, String> newer = named("--to", to);
        Map<Axis, Ends> ends = new EnumMap<>(Axis.class);
        for (Axis axis : over()) {
            ends.put(axis, new Ends(Optional.ofNullable(older.get(axis)), Optional.ofNullable(newer.get(axis))));
        }
        return ends;
    }

    private Map<Axis, String> named(String option, List<String> words) {
        Map<Axis, String> named = new EnumMap<>(Axis.class);
        Set<Axis> axes = over();
        for (String word : words) {
            String[] parts = word.split("=", 2);
            if (parts.length == 1 && axes.size() > 1) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "%s '%s' does not say of what it is a version".formatted(option, word),
                        "%s engine=%s, or browser=%s".formatted(option, word, word));
            }
            Axis axis = parts.length == 1 ? axes.iterator().next() : word(option, parts[0], Axis.values());
            if (!axes.contains(axis)) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "%s names a version of %s, which is not searched".formatted(option, axis.word()),
                        "--over engine,browser searches both");
            }
            named.put(axis, parts[parts.length - 1].strip());
        }
        return named;
    }

    public Optional<Path> expectations() {
        return Optional.ofNullable(expectations);
    }

    public boolean fetch() {
        return fetch;
    }

    public boolean findFix() {
        return findFix;
    }

    public double threshold() {
        if (!(threshold > 1) || Double.isInfinite(threshold)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "--threshold must be above 1: how many times as slow as the good end");
        }
        return threshold;
    }

    public BisectLimits limits() {
        if (samples < 0) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "--samples must be at least 0");
        }
        Duration total = Durations.parse(limit)
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.USAGE_ERROR, "--limit '%s' is no time; one reads 90s or 10m".formatted(limit)));
        return (flaky ? BisectLimits.flaky(total) : BisectLimits.usual(total)).sampling(samples);
    }
}
