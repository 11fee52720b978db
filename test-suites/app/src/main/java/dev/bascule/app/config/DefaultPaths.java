package dev.bascule.app.config;

import dev.bascule.app.config.SettingOrigin.Layer;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.setting.Risk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The paths of a folder that are used where nothing says which. A link there may have come with a checkout, so that whoever
 * made it chose where files go: one that leads out of the folder is refused. Immutable.
 *
 * @param trust of the folder, whatever is in it
 */
record DefaultPaths(Path folder, Trust trust) {

    /** Puts a guard before the usual history, where that is the one that counts and needs it. */
    Map<Key<?>, Setting<?>> guarded(Map<Key<?>, Setting<?>> settings) {
        Map<Key<?>, Setting<?>> guarded = new LinkedHashMap<>(settings);
        guarded.computeIfPresent(Keys.STORE, (key, setting) -> {
            Optional<String> danger = setting.origin().layer() == Layer.DEFAULT
                    ? key.risk().danger(setting.text(), folder)
                    : Optional.empty();
            return danger.isPresent() ? setting.behind(guard(key, setting.text(), danger.get())) : setting;
        });
        return guarded;
    }

    /**
     * A folder that files are written into.
     *
     * @param key by which another one can be named
     * @throws BasculeException {@link ErrorCode#CONFIG_UNTRUSTED}
     */
    String checked(Key<?> key, String path) {
        return open(path, Risk.ofFolder(path, folder).map(danger -> guard(key, path, danger)));
    }

    /**
     * A history file that no setting names, but {@code --store} alone.
     *
     * @throws BasculeException {@link ErrorCode#CONFIG_UNTRUSTED}
     */
    String checkedStore(String path, String option) {
        return open(
                path, Keys.STORE.risk().danger(path, folder).map(danger -> guard(path, danger, List.of(look(option)))));
    }

    private static String open(String path, Optional<Guard> guard) {
        Optional<Guard> closed = guard.filter(one -> !one.isOpen());
        if (closed.isPresent()) {
            throw closed.get().refused();
        }
        return path;
    }

    private static String look(String places) {
        return "look at where it leads, then name the place yourself, by a whole path: " + places;
    }

    private Guard guard(Key<?> key, String path, String danger) {
        List<String> remedies = new ArrayList<>();
        remedies.add(look("%s, or %s".formatted(key.option(), key.variable())));
        if (key.equals(Keys.STORE)) {
            remedies.add("or write it into its %s as '%s: %s', then: bascule trust"
                    .formatted(ProjectFile.NAME, key.name(), path));
        }
        return guard(path, danger, remedies);
    }

    private Guard guard(String path, String danger, List<String> ways) {
        Path place = ProjectFile.place(folder.resolve(ProjectFile.NAME)).resolveSibling("");
        List<String> remedies = new ArrayList<>(ways);
        remedies.add("where the folder is yours, as in a CI job: %s=%s".formatted(TrustRecords.VARIABLE, place));
        return new Guard(
                danger, trust, "'%s' in %s %s; no setting names that place".formatted(path, place, danger), remedies);
    }
}
