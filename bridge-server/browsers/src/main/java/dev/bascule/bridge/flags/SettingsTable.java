package dev.bascule.bridge.flags;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.bascule.bridge.discovery.BrowserEngine;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The table of named settings for each engine, read from {@code browser-settings.json}. A set that an engine's row lacks, or
 * a word that is no set, is an error of the table and found when it is read. Immutable and thread-safe.
 */
public final class SettingsTable {
    private static final ObjectMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private static final SettingsTable BUILT_IN = builtIn();

    private final Map<BrowserEngine, Map<SettingSet, BrowserSettings>> rows;

    /** One set as the file has it. */
    private record Entry(
            String why,
            @Nullable List<String> flags,
            @Nullable Map<String, Object> preferences,
            @Nullable Map<String, String> environment) {

        BrowserSettings settings() {
            return new BrowserSettings(
                    flags == null ? FlagSet.NONE : FlagSet.of(flags),
                    preferences == null ? Map.of() : preferences,
                    environment == null ? Map.of() : environment);
        }
    }

    private SettingsTable(Map<BrowserEngine, Map<SettingSet, BrowserSettings>> rows) {
        this.rows = rows;
    }

    /** The sets of an engine, merged in the order of {@link SettingSet}. */
    public static BrowserSettings of(BrowserEngine engine, Set<SettingSet> sets) {
        return BUILT_IN.merged(engine, sets);
    }

    BrowserSettings merged(BrowserEngine engine, Set<SettingSet> sets) {
        Map<SettingSet, BrowserSettings> row = rows.getOrDefault(engine, Map.of());
        BrowserSettings all = BrowserSettings.NONE;
        for (SettingSet set : SettingSet.values()) {
            if (sets.contains(set)) {
                all = all.and(row.getOrDefault(set, BrowserSettings.NONE));
            }
        }
        return all;
    }

    private static SettingsTable builtIn() {
        try (InputStream file = SettingsTable.class.getResourceAsStream("browser-settings.json")) {
            if (file == null) {
                throw new IllegalStateException("browser-settings.json is not in the jar");
            }
            return parse(new String(file.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads a table.
     *
     * @throws IllegalArgumentException when an engine or a set is missing, unknown or not explained
     */
    static SettingsTable parse(String json) {
        try {
            Map<String, Map<String, Entry>> read = STRICT.readValue(
                    json,
                    STRICT.getTypeFactory()
                            .constructMapType(
                                    Map.class,
                                    STRICT.constructType(String.class),
                                    STRICT.getTypeFactory().constructMapType(Map.class, String.class, Entry.class)));
            Map<BrowserEngine, Map<SettingSet, BrowserSettings>> rows = new EnumMap<>(BrowserEngine.class);
            for (BrowserEngine engine : BrowserEngine.values()) {
                String name = engine.name().toLowerCase(Locale.ROOT);
                rows.put(engine, row(name, read.getOrDefault(name, Map.of())));
            }
            require(read.size() == rows.size(), "an engine that is none: " + read.keySet());
            return new SettingsTable(rows);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the table of settings cannot be read: " + e.getOriginalMessage(), e);
        }
    }

    private static Map<SettingSet, BrowserSettings> row(String engine, Map<String, Entry> entries) {
        Map<SettingSet, BrowserSettings> row = new EnumMap<>(SettingSet.class);
        for (SettingSet set : SettingSet.values()) {
            Entry entry = entries.get(set.id());
            require(entry != null && entry.why() != null && !entry.why().isBlank(), engine + " lacks " + set.id());
            if (entry != null) {
                row.put(set, entry.settings());
            }
        }
        require(entries.size() == row.size(), engine + " has a set that is none: " + entries.keySet());
        return row;
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException("the table of settings: " + problem);
        }
    }
}
