package dev.bascule.app.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.models.workload.SearchLimits;
import dev.bascule.suites.suite.CaseOptions;
import dev.bascule.suites.suite.Cases;
import dev.bascule.suites.suite.LayeredSetting;
import dev.bascule.suites.suite.ScenarioOptions;
import dev.bascule.suites.suite.SpreadOptions;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Applies the settings to suites. Immutable.
 *
 * @param config the settings that count
 */
public record RunPlan(Config config) {

    /** The selected cases of these suites. */
    public List<SuiteCase> cases(List<Suite> suites, List<String> filters, BrowserChoice browsers) {
        return Cases.select(
                suites,
                new CaseOptions(
                        config.explicitOfCases(),
                        config.ofCases(),
                        new CaseOptions.Aim(
                                backends(),
                                chains(),
                                config.layered(Keys.COMPARISONS),
                                config.layered(Keys.FALL_BACK_ON)),
                        new ScenarioOptions(
                                config.layered(Keys.SCENARIO), config.layered(Keys.CYCLES), spread(), limits()),
                        config.get(Keys.STRICT),
                        !(browsers instanceof BrowserChoice.None),
                        filters));
    }

    private SpreadOptions spread() {
        return new SpreadOptions(
                config.find(Keys.SPLIT),
                config.find(Keys.CUT),
                config.find(Keys.REPLICAS),
                config.layered(Keys.SAMPLES));
    }

    /** Who names devices to spread a model over means these, each first by itself, and no chains. */
    private LayeredSetting<List<Backend>> backends() {
        LayeredSetting<List<Backend>> said = config.layered(Keys.BACKENDS);
        List<Backend> named = spread().named();
        return said.explicit().isPresent() || named.isEmpty()
                ? said
                : new LayeredSetting<>(Optional.of(named), said.configured());
    }

    private LayeredSetting<List<Chain>> chains() {
        LayeredSetting<List<Chain>> said = config.layered(Keys.CHAINS);
        return said.explicit().isPresent() || spread().named().isEmpty()
                ? said
                : new LayeredSetting<>(Optional.of(List.of()), said.configured());
    }

    /**
     * The one suite with its one model fed otherwise.
     *
     * @param fed what is said of its inputs; empty where nothing is
     */
    public List<Suite> feed(List<Suite> suites, Optional<UnaryOperator<SuiteModel>> fed) {
        if (fed.isEmpty()) {
            return suites;
        }
        if (suites.size() != 1 || suites.get(0).models().size() != 1) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--input, --dim, --frame, --carry and --pipeline are for one model, but there are "
                            + suites.stream()
                                    .mapToInt(suite -> suite.models().size())
                                    .sum(),
                    "name one model");
        }
        Suite suite = suites.get(0);
        return List.of(suite.with(suite.models().stream().map(fed.get()).toList()));
    }

    /**
     * Which browsers.
     *
     * @param catalog the ids that are known; asked only where a browser is named, for it takes a while
     */
    public BrowserChoice browsers(Supplier<List<String>> catalog) {
        List<String> words = config.get(Keys.BROWSERS);
        Optional<BrowserChoice> choice = switch (String.join(",", words)) {
            case "auto" -> Optional.of(new BrowserChoice.Auto());
            case "none" -> Optional.of(new BrowserChoice.None());
            case "all" -> Optional.of(new BrowserChoice.All());
            default -> Optional.empty();
        };
        return choice.orElseGet(() -> named(words, catalog.get()));
    }

    /** Which browsers, and how they are started. */
    public BrowserSetup setup(Supplier<List<String>> catalog) {
        BrowserChoice choice = browsers(catalog);
        return new BrowserSetup( // Who names a Grid means its browsers; `all` and names add those of this machine.
                choice instanceof BrowserChoice.Auto && config.find(Keys.GRID).isPresent()
                        ? new BrowserChoice.Grid()
                        : choice,
                config.find(Keys.BROWSER_BINARY).map(Path::of),
                config.find(Keys.LAUNCHER),
                new BrowserSetup.Remote(config.find(Keys.GRID), config.find(Keys.BRIDGE_HOST)),
                config.get(Keys.GPU),
                config.get(Keys.BROWSER_FLAGS),
                Optional.of(config.get(Keys.WEBNN_DEVICE))
                        .filter(device -> !device.equals("auto"))
                        .map(device -> DeviceType.valueOf(device.toUpperCase(Locale.ROOT))),
                config.find(Keys.BUILD),
                config.find(Keys.ENGINE_VERSION),
                true);
    }

    private static BrowserChoice named(List<String> words, List<String> known) {
        for (String word : words) {
            if (!known.contains(word)) {
                throw new BasculeException(
                        ErrorCode.UNKNOWN_BROWSER,
                        "there is no browser called '%s'%s".formatted(word, Nearest.hint(word, known)));
            }
        }
        return new BrowserChoice.Named(words);
    }

    /** The suites' names, joined. */
    public static String name(List<Suite> suites) {
        return suites.stream().map(Suite::name).collect(Collectors.joining("+"));
    }

    /** The hash of the one suite, or one over those of several. */
    public static String hash(List<Suite> suites) {
        return suites.size() == 1
                ? suites.get(0).hash()
                : Sha256.of(suites.stream()
                        .map(Suite::hash)
                        .collect(Collectors.joining("\n"))
                        .getBytes(StandardCharsets.UTF_8));
    }

    /** The seed: as said for this invocation, else the first suite's that has one, else as configured. */
    public long seed(List<Suite> suites) {
        return config.layered(Keys.SEED)
                .around(suites.stream().flatMap(suite -> suite.seed().stream()).findFirst());
    }

    private SearchLimits limits() {
        return new SearchLimits(
                config.find(Keys.LATENCY_LIMIT),
                config.find(Keys.MEMORY_LIMIT).map(OptionalLong::of).orElseGet(OptionalLong::empty),
                config.find(Keys.ACCURACY).map(OptionalDouble::of).orElseGet(OptionalDouble::empty));
    }
}
