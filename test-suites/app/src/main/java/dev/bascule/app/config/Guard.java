package dev.bascule.app.config;

import dev.bascule.app.config.SettingOrigin.Layer;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.suites.setting.Key;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What stands before a setting that a project's file makes and that only a trusted one may make. Immutable.
 *
 * @param danger why, in words that follow the setting's name
 * @param trust whether the file is trusted
 * @param refusal what is said where it is not
 * @param remedies what can be done then
 */
public record Guard(String danger, Trust trust, String refusal, List<String> remedies) {

    /** Puts a guard before each setting of the file that needs one and that nothing stronger hides. */
    static Map<Key<?>, Setting<?>> around(
            Map<Key<?>, Setting<?>> settings, ProjectFile file, Trust trust, Path folder) {
        Map<Key<?>, String> dangers = new LinkedHashMap<>();
        settings.values().stream()
                .filter(setting -> setting.origin().layer() == Layer.PROJECT_FILE)
                .forEach(setting -> setting.key()
                        .risk()
                        .danger(setting.text(), folder)
                        .ifPresent(danger -> dangers.put(setting.key(), danger)));
        String refusal = "%s is %s, and these settings of it need that: %s"
                .formatted(
                        file.place(),
                        trust,
                        dangers.entrySet().stream()
                                .map(each -> "%s (%s)".formatted(each.getKey(), each.getValue()))
                                .collect(Collectors.joining(", ")));
        List<String> remedies = remedies(file, dangers);
        Map<Key<?>, Setting<?>> guarded = new LinkedHashMap<>(settings);
        dangers.forEach((key, danger) -> guarded.computeIfPresent(
                key, (same, setting) -> setting.behind(new Guard(danger, trust, refusal, remedies))));
        return guarded;
    }

    private static List<String> remedies(ProjectFile file, Map<Key<?>, String> dangers) {
        return List.of(
                "look at the file, then in its folder: bascule trust",
                "or say yourself what is to count in their place, by an option or by %s"
                        .formatted(dangers.keySet().stream().map(Key::variable).collect(Collectors.joining(", "))),
                "where the checkout is yours, as in a CI job: %s=%s"
                        .formatted(
                                TrustRecords.VARIABLE,
                                Optional.ofNullable(file.place().getParent()).orElse(file.place())));
    }

    boolean isOpen() {
        return trust.isGiven();
    }

    BasculeException refused() {
        return new BasculeException(ErrorCode.CONFIG_UNTRUSTED, refusal, remedies.toArray(String[]::new));
    }
}
