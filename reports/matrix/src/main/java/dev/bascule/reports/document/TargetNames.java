package dev.bascule.reports.document;

import dev.bascule.fallback.target.Target;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Names for the targets of a document: their ids, with {@code #2}, {@code #3} where targets of one id differ in launcher,
 * flags or adapter. Belongs to one thread.
 */
final class TargetNames {
    private final Map<Target, String> names = new LinkedHashMap<>();

    String name(Target target) {
        return names.computeIfAbsent(target, wanted -> {
            String name = wanted.id();
            for (int i = 2; names.containsValue(name); i++) {
                name = wanted.id() + "#" + i;
            }
            return name;
        });
    }

    /** In the order in which they were named. */
    Map<Target, String> all() {
        return Collections.unmodifiableMap(names);
    }
}
