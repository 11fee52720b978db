package dev.bascule.cli;

import dev.bascule.execution.service.BrowserCatalog;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.suites.suite.BuiltInSuites;
import dev.bascule.suites.suite.KindFilter;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteWords;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What there is to choose from. Stateless. */
final class Listings {
    private Listings() {}

    static Listing models(KindFilter kinds) {
        return new Listing(
                "models",
                List.of("id", "family", "task", "parameters", "bytes", "description"),
                kinds.of(Zoo.models()).stream()
                        .map(model -> List.<Object>of(
                                model.id(),
                                model.family().id(),
                                model.task(),
                                model.parameters(),
                                model.sizeBytes(),
                                model.description()))
                        .toList());
    }

    static Listing backends() {
        return new Listing(
                "backends",
                List.of("id", "side", "device", "precisions"),
                Backends.installed().all().stream()
                        .map(backend -> List.<Object>of(
                                backend.id(),
                                word(backend.side()),
                                word(backend.accelerator()),
                                backend.precisions().stream()
                                        .sorted()
                                        .map(SuiteWords::word)
                                        .collect(Collectors.joining(", "))))
                        .toList());
    }

    static Listing browsers(BrowserCatalog catalog) {
        return new Listing(
                "browsers",
                List.of("id", "name", "version", "path"),
                catalog.browsers().stream()
                        .map(browser -> List.<Object>of(
                                browser.id(),
                                browser.name(),
                                browser.version(),
                                browser.path().map(Object::toString)))
                        .toList());
    }

    static Listing suites() {
        return new Listing(
                "suites",
                List.of("name", "models", "description"),
                BuiltInSuites.names().stream()
                        .flatMap(name -> BuiltInSuites.find(name).stream())
                        .map(suite ->
                                List.<Object>of(suite.name(), suite.models().size(), suite.description()))
                        .toList());
    }

    static Listing cases(List<SuiteCase> cases) {
        return new Listing(
                "cases",
                List.of("id", "chains"),
                cases.stream()
                        .map(one -> List.<Object>of(
                                one.id().toString(),
                                one.chains().stream().map(Object::toString).collect(Collectors.joining(" "))))
                        .toList());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
