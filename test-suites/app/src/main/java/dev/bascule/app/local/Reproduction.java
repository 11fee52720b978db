package dev.bascule.app.local;

import dev.bascule.bridge.attach.AttachedHosts;
import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.source.Column;
import dev.bascule.fallback.attempt.DimSize;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.text.Addresses;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.setting.Scope;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.PipelineEntry;
import dev.bascule.suites.suite.SuiteCase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The command line that repeats one cell: what the user typed, narrowed to the case and its chain. Stateless. */
final class Reproduction {

    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_./:=@%+,-]+");

    private Reproduction() {}

    static String line(RunRequest request, SuiteCase wanted, Column column) {
        return line(request, wanted, List.of(), column);
    }

    /** @param dims as the case ran; those that Bascule came up with are named, for another build may choose others */
    static String line(RunRequest request, SuiteCase wanted, List<DimSize> dims, Column column) {
        List<String> words = new ArrayList<>(List.of(
                System.getProperty("bascule.command", "bascule"),
                attached(request) ? "serve" : "run",
                wanted.model().reference()));
        if (attached(request)) {
            words.add("--once");
        }
        wanted.model()
                .feed()
                .inputs()
                .forEach((name, source) -> input(name, source).ifPresent(value -> add(words, "--input", value)));
        wanted.model()
                .feed()
                .pipeline()
                .flatMap(PipelineEntry::kind)
                .ifPresent(kind -> add(words, "--pipeline", kind.word()));
        wanted.model().feed().dims().forEach((name, size) -> add(words, "--dim", name + "=" + size));
        dims.stream().filter(DimSize::isOurs).forEach(dim -> add(words, "--dim", dim.name() + "=" + dim.size()));
        wanted.model().feed().frames().forEach((name, frame) -> add(words, "--frame", name + "=" + frame));
        wanted.model().feed().carry().forEach((input, output) -> add(words, "--carry", input + "=" + output));
        RunSettings settings = wanted.settings();
        // In the order of the case's id.
        CaseKeys.of(Scope.CASE).stream()
                .filter(key -> !settings.isUsual(key))
                .sorted(Comparator.comparing(Key::name))
                .forEach(key -> add(words, key.option(), settings.text(key)));
        browsers(request.setup(), column, words);
        if (column.chain().isStrict()) {
            add(words, "--backends", column.chain().first().id());
        } else {
            add(words, "--backends", "none");
            add(
                    words,
                    "--chain",
                    column.chain().rungs().stream().map(backend -> backend.id()).collect(Collectors.joining("->")));
        }
        if (!column.chain().isStrict() && !wanted.fallBackOn().equals(FallbackPolicy.DEFAULT)) {
            add(words, "--fall-back-on", wanted.fallBackOn().toString());
        }
        Comparisons usual = attached(request) ? Comparisons.OFF : Comparisons.ON;
        Comparisons compared = wanted.comparisons().of(column.chain().rungs());
        if (!compared.equals(usual.of(column.chain().rungs()))) {
            add(words, "--comparisons", compared.toString());
        }
        add(words, "--seed", Long.toString(request.invocation().seed()));
        return words.stream().map(Reproduction::quoted).collect(Collectors.joining(" "));
    }

    /** On a device that somebody has to attach again. */
    private static boolean attached(RunRequest request) {
        return request.setup().launcher().equals(Optional.of(AttachedHosts.ID));
    }

    /** The very browser, started the very way. */
    static void browsers(BrowserSetup setup, Column column, List<String> words) {
        setup.binary().ifPresent(binary -> add(words, "--browser-binary", binary.toString()));
        List<String> addresses = column.browsers().stream()
                .flatMap(source -> source.address().stream())
                .distinct()
                .toList();
        if (setup.binary().isEmpty() && !(setup.choice() instanceof BrowserChoice.Auto) && !addresses.isEmpty()) {
            add(words, "--browsers", String.join(",", addresses));
        }
        if (column.browsers().isEmpty()) {
            return;
        }
        setup.launcher()
                .filter(launcher -> !launcher.equals(AttachedHosts.ID))
                .ifPresent(launcher -> add(words, "--launcher", launcher));
        setup.remote().grid().ifPresent(grid -> add(words, "--grid", Addresses.withoutUserInfo(grid.toString())));
        setup.remote().bridgeHost().ifPresent(host -> add(words, "--bridge-host", host));
        if (setup.gpu() != BrowserSetup.Gpu.AUTO) {
            add(words, "--gpu", setup.gpu().name().toLowerCase(Locale.ROOT));
        }
        setup.webNnDevice()
                .filter(device -> column.chain().rungs().contains(Backends.WEBNN))
                .ifPresent(device -> add(words, "--webnn-device", device.name().toLowerCase(Locale.ROOT)));
        setup.build().ifPresent(build -> add(words, "--build", build));
        setup.engineVersion().ifPresent(version -> add(words, "--engine-version", version.toString()));
        setup.flags().forEach(flag -> add(words, "--browser-flag", flag));
    }

    private static Optional<String> input(String name, InputSource source) {
        if (source instanceof InputSource.File file) {
            return Optional.of(name + "=" + file.path());
        }
        if (source instanceof InputSource.Text text) {
            return Optional.of(name + "=" + text.typed());
        }
        if (source instanceof InputSource.Shaped shaped) {
            return Optional.of(name + "=" + shaped);
        }
        return source instanceof InputSource.Literal literal
                ? Optional.of(name + "=" + literal.json())
                : Optional.empty();
    }

    static void add(List<String> words, String option, String value) {
        words.add(option);
        words.add(value);
    }

    static String quoted(String word) {
        return SAFE.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
