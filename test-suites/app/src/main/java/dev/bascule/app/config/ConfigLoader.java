package dev.bascule.app.config;

import dev.bascule.app.config.SettingOrigin.Layer;
import dev.bascule.app.distributed.TorchPython;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.driver.HiddenParts;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.nativerunner.devices.SystemChain;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.yaml.YamlNode;
import dev.bascule.suites.yaml.YamlReader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Finds the value that counts for every key: flags, {@code BASCULE_*} environment, {@code ./bascule.yaml}, the user's
 * {@code config.yaml}, defaults, in this order. An unknown key anywhere is an error that names the nearest. Immutable.
 *
 * @param environment the process's environment
 * @param folder where {@code bascule.yaml} is looked for
 * @param home the user's home
 * @param nativeChain the default one of this machine, asked only where nothing says which chains
 */
public record ConfigLoader(Map<String, String> environment, Path folder, Path home, Supplier<SystemChain> nativeChain) {
    private static final String PREFIX = "BASCULE_";
    /** Variables of this prefix that are read elsewhere, none of them a setting's. */
    static final Set<String> OTHER_VARIABLES = Set.of(
            "BASCULE_CACHE",
            "BASCULE_CORPORA",
            "BASCULE_HOME",
            "BASCULE_LOCK_FOLDER",
            "BASCULE_PLUGINS",
            "BASCULE_TOKEN",
            TrustRecords.VARIABLE,
            HostEnvironment.BROWSERS,
            HiddenParts.VARIABLE,
            TorchPython.VARIABLE);

    /** On this machine. */
    public ConfigLoader(Map<String, String> environment, Path folder, Path home) {
        this(environment, folder, home, SystemChain::ofThisMachine);
    }

    /** {@code ${XDG_CONFIG_HOME:-~/.config}/bascule/config.yaml}. */
    public Path userFile() {
        return xdg("XDG_CONFIG_HOME", home.resolve(".config"))
                .resolve("bascule")
                .resolve("config.yaml");
    }

    /** {@code ${XDG_STATE_HOME:-~/.local/state}/bascule}: what is kept of what happened. */
    public Path stateFolder() {
        return xdg("XDG_STATE_HOME", home.resolve(".local").resolve("state")).resolve("bascule");
    }

    /** A relative path is none, as the specification has it: it would be another one in each project's folder. */
    private Path xdg(String variable, Path standard) {
        return Optional.ofNullable(environment.get(variable))
                .filter(text -> !text.isBlank())
                .map(Path::of)
                .filter(Path::isAbsolute)
                .orElse(standard);
    }

    /** What the user trusts. Who has no home has no place for it either: that of a project would be the project's word. */
    public TrustRecords trustRecords() {
        return TrustRecords.of(
                Optional.of(stateFolder()).filter(Path::isAbsolute).map(state -> state.resolve("trusted")),
                environment);
    }

    /** The settings that count. All of them are checked, also those that a stronger one hides. */
    public Config load(Flags flags) {
        Map<Key<?>, Setting<?>> settings = new LinkedHashMap<>();
        Keys.all()
                .forEach(key -> key.standard()
                        .ifPresent(text ->
                                settings.put(key, Setting.of(key, text, new SettingOrigin(Layer.DEFAULT, "default")))));
        Optional.of(userFile())
                .filter(Path::isAbsolute)
                .flatMap(ProjectFile::read)
                .ifPresent(file -> settings.putAll(settings(file, userFile().toString(), Layer.USER_FILE)));
        TrustRecords records = trustRecords();
        DefaultPaths defaults = new DefaultPaths(folder, records.ofFolder(folder));
        Map<Key<?>, Setting<?>> beneath = defaults.guarded(settings);
        Optional<ProjectFile> project = ProjectFile.in(folder);
        project.ifPresent(file -> settings.putAll(settings(file)));
        environment(settings);
        flags.given()
                .forEach((key, flag) ->
                        settings.put(key, Setting.of(key, flag.text(), new SettingOrigin(Layer.FLAG, flag.option()))));
        settings.computeIfAbsent(Keys.CHAINS, key -> chains());
        Map<Key<?>, Setting<?>> guarded =
                defaults.guarded(project.map(file -> Guard.around(settings, file, records.of(file), folder))
                        .orElse(settings));
        Map<Key<?>, Setting<?>> ordered = new LinkedHashMap<>();
        Keys.all().forEach(key -> Optional.ofNullable(guarded.get(key)).ifPresent(s -> ordered.put(key, s)));
        return new Config(ordered, beneath, defaults);
    }

    /** What the file of a project would set if nothing stood above it, each that needs it behind its guard. */
    public Config alone(ProjectFile file) {
        Path place = file.place().resolveSibling("");
        TrustRecords records = trustRecords();
        return new Config(
                Guard.around(settings(file), file, records.of(file), place),
                Map.of(),
                new DefaultPaths(place, records.ofFolder(place)));
    }

    private Setting<?> chains() {
        SystemChain own = nativeChain.get();
        return Setting.of(
                Keys.CHAINS,
                Chain.BROWSER + Keys.CHAINS.type().divider() + own.chain(),
                new SettingOrigin(Layer.DEFAULT, "default for %s".formatted(own.reason())));
    }

    private void environment(Map<Key<?>, Setting<?>> settings) {
        Map<String, Key<?>> byVariable =
                Keys.all().stream().collect(Collectors.toMap(Key::variable, key -> key, (a, b) -> a, TreeMap::new));
        Set<String> known = new TreeSet<>(byVariable.keySet());
        known.addAll(OTHER_VARIABLES);
        new TreeMap<>(environment).forEach((name, text) -> {
            if (!name.startsWith(PREFIX) || OTHER_VARIABLES.contains(name)) {
                return;
            }
            Key<?> key = byVariable.get(name);
            if (key == null) {
                throw new BasculeException(
                        ErrorCode.CONFIG_INVALID,
                        "unknown environment variable '%s'%s".formatted(name, Nearest.hint(name, known)));
            }
            settings.put(key, Setting.of(key, text, new SettingOrigin(Layer.ENVIRONMENT, name)));
        });
    }

    private static Map<Key<?>, Setting<?>> settings(ProjectFile project) {
        return settings(project, "./" + ProjectFile.NAME, Layer.PROJECT_FILE);
    }

    private static Map<Key<?>, Setting<?>> settings(ProjectFile file, String shown, Layer layer) {
        Map<String, Key<?>> byName =
                Keys.all().stream().collect(Collectors.toMap(Key::name, key -> key, (a, b) -> a, LinkedHashMap::new));
        YamlNode.Mapping top = YamlReader.read(file.text(), shown, ErrorCode.CONFIG_INVALID)
                .mapping()
                .knowingOnly(byName.keySet());
        Map<Key<?>, Setting<?>> settings = new LinkedHashMap<>();
        top.entries().forEach((name, node) -> {
            Key<?> key = byName.get(name);
            if (key != null) {
                SettingOrigin origin = new SettingOrigin(layer, node.place().toString());
                settings.put(key, Setting.of(key, key.text(node), origin));
            }
        });
        return settings;
    }
}
