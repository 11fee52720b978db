package dev.bascule.cli.collect;

import dev.bascule.app.config.Config;
import dev.bascule.app.run.RunPlan;
import dev.bascule.cli.command.CliContext;
import dev.bascule.execution.service.BrowserCatalog;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.fallback.text.Durations;
import dev.bascule.fallback.text.Glob;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooModel;
import dev.bascule.studies.collect.CollectPlace;
import dev.bascule.suites.suite.SuiteModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What is measured, where, and how, as the options say. Stateless. */
public final class CollectScope {
    /** Larger models take minutes to make and to check, and predictions of them are extrapolated anyway. */
    private static final long LARGEST = 64_000_000;

    private CollectScope() {}

    /** Models of the suites zoo and sizes by name; all small ones without globs. */
    static Map<String, SuiteModel> models(List<String> globs) {
        List<ZooModel> chosen = all().filter(model -> globs.isEmpty()
                        ? model.sizeBytes() < LARGEST
                        : globs.stream().anyMatch(glob -> Glob.of(glob).matches(model.id())))
                .toList();
        if (chosen.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "no model of the suites zoo and sizes is called like " + String.join(" or ", globs),
                    "bascule list cases zoo sizes");
        }
        return byName(chosen);
    }

    static Map<String, SuiteModel> anchors(List<String> names) {
        return byName(names.stream()
                .map(name -> Zoo.model(name)
                        .orElseThrow(() -> new BasculeException(
                                ErrorCode.MODEL_NOT_FOUND, "the zoo has no model '%s'".formatted(name))))
                .toList());
    }

    private static Stream<ZooModel> all() {
        return Stream.concat(Zoo.models().stream(), Zoo.sizes().stream());
    }

    private static Map<String, SuiteModel> byName(List<ZooModel> models) {
        Map<String, SuiteModel> byName = new LinkedHashMap<>();
        models.forEach(
                model -> byName.put(model.id(), new SuiteModel("zoo:" + model.id(), model.id(), SuiteModel.Feed.NONE)));
        return byName;
    }

    /** Those that are here and wanted. */
    public static List<BrowserCatalog.Entry> browsers(CliContext context, Config config) {
        BrowserCatalog catalog = context.services().browsers();
        BrowserChoice choice = new RunPlan(config).browsers(catalog::ids);
        if (choice instanceof BrowserChoice.None) {
            return List.of();
        }
        return catalog.browsers().stream()
                .filter(entry -> entry.path().isPresent() && entry.version().isPresent())
                .filter(entry -> !(choice instanceof BrowserChoice.Named named)
                        || named.ids().contains(entry.id()))
                .toList();
    }

    /** @param engines versions of onnxruntime-web, empty for the bundled one */
    static List<CollectPlace> places(
            List<BrowserCatalog.Entry> browsers, List<Backend> backends, List<Optional<ReleaseVersion>> engines) {
        List<CollectPlace> places = new ArrayList<>();
        places.add(new CollectPlace(CollectPlace.NATIVE, of(backends, Side.NATIVE)));
        browsers.stream()
                .map(BrowserCatalog.Entry::id)
                .distinct()
                .forEach(id -> engines.forEach(
                        engine -> places.add(new CollectPlace(id, engine, of(backends, Side.BROWSER)))));
        return places.stream().filter(place -> !place.backends().isEmpty()).toList();
    }

    private static List<Backend> of(List<Backend> backends, Side side) {
        return backends.stream().filter(backend -> backend.side() == side).toList();
    }

    static List<Integer> threads(List<Integer> said) {
        said.forEach(count -> atLeastOne(count, "--threads"));
        return said.isEmpty()
                ? Stream.of(1, Runtime.getRuntime().availableProcessors())
                        .distinct()
                        .toList()
                : said.stream().distinct().toList();
    }

    static int atLeastOne(int value, String option) {
        if (value < 1) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "%s %d: at least 1".formatted(option, value));
        }
        return value;
    }

    static Duration duration(String text) {
        return Durations.parse(text)
                .filter(length -> !length.isZero())
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.USAGE_ERROR, "--slice %s is no duration, such as 5m".formatted(text)));
    }
}
