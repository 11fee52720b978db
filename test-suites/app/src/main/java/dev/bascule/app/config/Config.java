package dev.bascule.app.config;

import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.setting.RunSettings;
import dev.bascule.suites.suite.LayeredSetting;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The settings that count for one invocation, each with its origin. Immutable. */
public final class Config {
    private final Map<Key<?>, Setting<?>> settings;
    private final Map<Key<?>, Setting<?>> beneath;
    private final DefaultPaths defaults;

    /**
     * @param beneath what counts where the project's file is left out
     * @param defaults where files go that no setting says a place for
     */
    Config(Map<Key<?>, Setting<?>> settings, Map<Key<?>, Setting<?>> beneath, DefaultPaths defaults) {
        this.settings = new LinkedHashMap<>(settings);
        this.beneath = Map.copyOf(beneath);
        this.defaults = defaults;
    }

    /** The settings there are, in the order of the keys. */
    public Collection<Setting<?>> settings() {
        return java.util.Collections.unmodifiableCollection(settings.values());
    }

    public <T> Optional<Setting<T>> setting(Key<T> key) {
        @SuppressWarnings("unchecked") // Under each key is a setting of that key.
        Setting<T> setting = (Setting<T>) settings.get(key);
        return Optional.ofNullable(setting);
    }

    /** Those that cannot be used, since the project's file is not trusted with them. */
    public List<Setting<?>> refused() {
        return settings.values().stream()
                .filter(setting -> setting.isRefused() && setting.origin().layer() == SettingOrigin.Layer.PROJECT_FILE)
                .toList();
    }

    /**
     * For a command that will use these when it has begun to work: it ends before.
     *
     * @throws dev.bascule.fallback.error.BasculeException {@link dev.bascule.fallback.error.ErrorCode#CONFIG_UNTRUSTED}
     */
    public void refuseUntrusted(Key<?>... keys) {
        for (Key<?> key : keys) {
            find(key);
        }
    }

    /** As it would be if the project's file did not have those, for a command that only looks. */
    public Config withoutRefused() {
        Map<Key<?>, Setting<?>> rest = new LinkedHashMap<>();
        settings.forEach((key, setting) -> Optional.ofNullable(setting.isRefused() ? beneath.get(key) : setting)
                .ifPresent(used -> rest.put(key, used)));
        return new Config(rest, beneath, defaults);
    }

    /** The value of a key that has a default. */
    public <T> T get(Key<T> key) {
        return find(key).orElseThrow(() -> new IllegalArgumentException(key + " has no default"));
    }

    /** The value of a key that may have none. */
    public <T> Optional<T> find(Key<T> key) {
        return setting(key).map(Setting::value);
    }

    /**
     * The folder that files go to.
     *
     * @param usual the one where nothing says which, in the project's folder
     * @throws dev.bascule.fallback.error.BasculeException {@link dev.bascule.fallback.error.ErrorCode#CONFIG_UNTRUSTED} where a
     *     link leads out of the project's folder that nobody has named
     */
    public String out(String usual) {
        return find(Keys.OUT).orElseGet(() -> defaults.checked(Keys.OUT, usual));
    }

    /**
     * The history file of a command that keeps one of its own, so that it leaves the project's to others: the settings, which
     * are for those, do not count.
     *
     * @param usual the one where no flag says which, in the project's folder
     * @throws dev.bascule.fallback.error.BasculeException {@link dev.bascule.fallback.error.ErrorCode#CONFIG_UNTRUSTED} where a
     *     link leads out of the project's folder that nobody has named
     */
    public String ownStore(String usual) {
        return setting(Keys.STORE)
                .filter(said -> said.origin().layer() == SettingOrigin.Layer.FLAG)
                .map(Setting::value)
                .orElseGet(() -> usualStore(usual, Keys.STORE.option()));
    }

    /**
     * A store's file in its usual place, which a project that is not trusted must not lead elsewhere.
     *
     * @param option that names another
     */
    public String usualStore(String usual, String option) {
        return defaults.checkedStore(usual, option);
    }

    /** The value if it was said for this invocation, by a flag or in the environment. */
    public <T> Optional<T> explicit(Key<T> key) {
        return setting(key).filter(setting -> setting.origin().isExplicit()).map(Setting::value);
    }

    /** Whether nobody said anything about it, in any of the places. */
    public boolean isDefault(Key<?> key) {
        return setting(key)
                .map(setting -> setting.origin().layer() == SettingOrigin.Layer.DEFAULT)
                .orElse(true);
    }

    /** What was said for this invocation of how to run cases. */
    public RunSettings explicitOfCases() {
        return ofCases(
                key -> setting(key).filter(said -> said.origin().isExplicit()).isPresent());
    }

    /** How to run cases where no suite says another way. */
    public RunSettings ofCases() {
        return ofCases(key -> !isDefault(key)).over(RunSettings.DEFAULT);
    }

    private RunSettings ofCases(Predicate<Key<?>> wanted) {
        RunSettings said = RunSettings.NONE;
        for (Key<?> key : CaseKeys.all()) {
            if (wanted.test(key)) {
                said = with(said, key);
            }
        }
        return said;
    }

    private <T> RunSettings with(RunSettings said, Key<T> key) {
        return said.with(key, find(key));
    }

    /** The value as it stands around what a suite says. */
    public <T> LayeredSetting<T> layered(Key<T> key) {
        return new LayeredSetting<>(explicit(key), get(key));
    }
}
