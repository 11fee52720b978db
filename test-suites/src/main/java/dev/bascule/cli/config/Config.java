package dev.bascule.cli.config;

import dev.bascule.suites.suite.Layered;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The settings that count for one invocation, each with its origin. Immutable. */
public final class Config {
    private final Map<Key<?>, Setting<?>> settings;

    Config(Map<Key<?>, Setting<?>> settings) {
        this.settings = new LinkedHashMap<>(settings);
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

    /** The value of a key that has a default. */
    public <T> T get(Key<T> key) {
        return find(key).orElseThrow(() -> new IllegalArgumentException(key + " has no default"));
    }

    /** The value of a key that may have none. */
    public <T> Optional<T> find(Key<T> key) {
        return setting(key).map(Setting::value);
    }

    /** The value if it was said for this invocation, by a flag or in the environment. */
    public <T> Optional<T> explicit(Key<T> key) {
        return setting(key).filter(setting -> setting.origin().isExplicit()).map(Setting::value);
    }

    /** Whether nobody said anything about it, in any of the places. */
    public boolean isDefault(Key<?> key) {
        return setting(key)
                .map(setting -> setting.origin().layer() == Origin.Layer.DEFAULT)
                .orElse(true);
    }

    /** The value as it stands around what a suite says. */
    public <T> Layered<T> layered(Key<T> key) {
        return new Layered<>(explicit(key), get(key));
    }
}
