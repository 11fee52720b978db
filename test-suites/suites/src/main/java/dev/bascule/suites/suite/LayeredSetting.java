package dev.bascule.suites.suite;

import java.util.Optional;

/**
 * A setting from outside a suite. What was said for this invocation (a flag, the environment) stands above the suite;
 * what a configuration file or the defaults say stands below it.
 *
 * @param explicit said for this invocation
 * @param configured otherwise
 */
public record LayeredSetting<T>(Optional<T> explicit, T configured) {

    /** The value that counts, given what the suite says. */
    public T around(Optional<T> suite) {
        return explicit.or(() -> suite).orElse(configured);
    }
}
