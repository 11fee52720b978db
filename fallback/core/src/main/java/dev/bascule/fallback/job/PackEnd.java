package dev.bascule.fallback.job;

import java.util.Map;
import java.util.Optional;

/**
 * The end of a pack: every case was answered.
 *
 * @param poisoned why the runner must not be used again, where that is so
 * @param facts such as {@code engines}, how many were started
 */
public record PackEnd(Optional<String> poisoned, Map<String, String> facts) {
    public PackEnd {
        facts = Map.copyOf(facts);
    }
}
