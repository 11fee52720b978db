package dev.bascule.cli.recommend;

import dev.bascule.cli.collect.LocalBrowsers;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Glob;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.recommend.Remedy;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Which targets are looked at.
 *
 * @param backends ids; none means all
 * @param browsers words of {@code --browsers} or names as targets write them, or {@code none}; none means all
 * @param on globs; none means all
 * @param local browsers that are here
 */
record TargetScope(List<String> backends, List<String> browsers, List<String> on, LocalBrowsers local) {
    private static final String NONE = "none";

    /**
     * Of those known here.
     *
     * @throws BasculeException {@link ErrorCode#UNKNOWN_BACKEND}, {@link ErrorCode#UNKNOWN_BROWSER}, or {@link
     *     ErrorCode#NOTHING_SELECTED_TO_RUN} where no target is like the globs
     */
    List<TargetKey> of(Collection<TargetKey> known) {
        List<String> ids = backends.stream()
                .map(Backends.installed()::require)
                .map(Backend::id)
                .toList();
        requireBrowsers(known);
        List<TargetKey> globbed = known.stream()
                .filter(target -> on.isEmpty()
                        || on.stream().anyMatch(glob -> Glob.of(glob).matches(target.toString())))
                .toList();
        if (globbed.isEmpty() && !on.isEmpty()) {
            throw new BasculeException(
                    ErrorCode.NOTHING_SELECTED_TO_RUN,
                    "nothing is known here of a target like " + String.join(" or ", on),
                    "leave --on away: every target that anything is known of is shown then");
        }
        return globbed.stream()
                .filter(target -> ids.isEmpty() || ids.contains(target.backend()))
                .filter(target -> target.isNative() || browsers.isEmpty() || isNamed(target))
                .toList();
    }

    private boolean isNamed(TargetKey target) {
        return browsers.contains(target.browser())
                || local.id(target).filter(browsers::contains).isPresent();
    }

    private void requireBrowsers(Collection<TargetKey> known) {
        TreeSet<String> words = new TreeSet<>(List.of(NONE));
        local.catalog().forEach(entry -> words.add(entry.id()));
        known.stream().filter(target -> !target.isNative()).forEach(target -> words.add(target.browser()));
        for (String browser : browsers) {
            if (!words.contains(browser)) {
                throw new BasculeException(
                        ErrorCode.UNKNOWN_BROWSER,
                        "there is no browser '%s'%s".formatted(browser, Nearest.hint(browser, words)));
            }
        }
    }

    /** What measures models on a target. */
    Remedy measuring(TargetKey target) {
        return Remedy.measure(target, local.id(target));
    }
}
