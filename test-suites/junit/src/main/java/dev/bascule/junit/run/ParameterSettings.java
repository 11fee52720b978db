package dev.bascule.junit.run;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.ConfigLoader;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.app.config.SettingOrigin;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.suites.setting.Key;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The settings of the command line, each under its name with {@code bascule.} before it, such as {@code bascule.browsers}
 * or {@code bascule.minIterations}, and {@link #ABSENT}, which only tests have. They count as flags do; what they do not
 * say comes from {@code BASCULE_*}, {@code ./bascule.yaml}, the user's configuration and the defaults. Immutable.
 *
 * @param given text by key of the configuration
 * @param absence what becomes of tests whose backend is not here
 * @param loader reads what is not given
 */
public record ParameterSettings(Map<String, String> given, AbsencePolicy absence, ConfigLoader loader) {
    /** What begins the name of every parameter. */
    public static final String PREFIX = "bascule.";
    /** {@code abort}, {@code tolerate} or {@code fail}. */
    public static final String ABSENT = "bascule.junit.absent";

    public ParameterSettings {
        given = Map.copyOf(given);
    }

    /** Nothing given, in this process's folder and environment. */
    public static ParameterSettings ofProcess() {
        return new ParameterSettings(
                Map.of(),
                AbsencePolicy.ABORT,
                new ConfigLoader(System.getenv(), Path.of(""), Path.of(System.getProperty("user.home", "."))));
    }

    /**
     * @param names the parameters that are known to be there, to find misspelt ones among them
     * @param lookup the text of a parameter
     * @throws BasculeException {@link ErrorCode#CONFIG_INVALID} for an unknown one, naming the nearest
     */
    public static ParameterSettings of(Collection<String> names, Function<String, Optional<String>> lookup) {
        List<String> known = new ArrayList<>(
                Keys.all().stream().map(key -> PREFIX + key.name()).toList());
        known.add(ABSENT);
        for (String name : names) {
            // Of system properties others than parameters may begin so.
            if (name.startsWith(PREFIX) && !known.contains(name) && System.getProperty(name) == null) {
                throw new BasculeException(
                        ErrorCode.CONFIG_INVALID,
                        "unknown configuration parameter '%s'%s".formatted(name, Nearest.hint(name, known)));
            }
        }
        ParameterSettings settings = ofProcess();
        for (Key<?> key : Keys.all()) {
            Optional<String> text = lookup.apply(PREFIX + key.name());
            if (text.isPresent()) {
                settings = settings.with(key.name(), text.get());
            }
        }
        return new ParameterSettings(
                settings.given(),
                lookup.apply(ABSENT).map(ParameterSettings::absence).orElse(AbsencePolicy.ABORT),
                settings.loader());
    }

    private static AbsencePolicy absence(String word) {
        return Arrays.stream(AbsencePolicy.values())
                .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(word.strip()))
                .findFirst()
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.CONFIG_INVALID,
                        "%s must be abort, tolerate or fail, but is '%s'".formatted(ABSENT, word)));
    }

    /** With one more, by its name in configuration files, which replaces what was given for it. */
    public ParameterSettings with(String name, String text) {
        Map<String, String> more = new TreeMap<>(given);
        more.put(key(name).name(), text);
        return new ParameterSettings(more, absence, loader);
    }

    public ParameterSettings with(AbsencePolicy other) {
        return new ParameterSettings(given, other, loader);
    }

    private static Key<?> key(String name) {
        return Keys.all().stream()
                .filter(key -> key.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.CONFIG_INVALID,
                        "unknown setting '%s'%s"
                                .formatted(
                                        name,
                                        Nearest.hint(
                                                name,
                                                Keys.all().stream()
                                                        .map(Key::name)
                                                        .toList()))));
    }

    /** The settings that count, all of them checked. */
    public Config config() {
        Flags flags = new Flags();
        given.forEach((name, text) -> flags.add(key(name), PREFIX + name, text));
        return loader.load(flags);
    }

    /** What relative paths are relative to. */
    public Path folder() {
        return loader.folder();
    }

    /** The file that runs are appended to; tests write to none unless somebody named it. */
    static Optional<Path> store(Config config, Path folder) {
        return config.setting(Keys.STORE)
                .filter(setting -> setting.origin().layer() != SettingOrigin.Layer.DEFAULT)
                .map(setting -> folder.resolve(setting.value()));
    }
}
