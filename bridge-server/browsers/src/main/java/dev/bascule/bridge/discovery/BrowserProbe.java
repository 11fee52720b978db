package dev.bascule.bridge.discovery;

import dev.bascule.fallback.error.Failure;
import java.util.function.Function;

/** What looking at one executable gave. */
public sealed interface BrowserProbe {
    /** What either case comes to. */
    <R> R fold(
            Function<? super BrowserInstallation, ? extends R> whenUsable,
            Function<? super Failure, ? extends R> whenUnusable);

    record Usable(BrowserInstallation browser) implements BrowserProbe {
        @Override
        public <R> R fold(
                Function<? super BrowserInstallation, ? extends R> whenUsable,
                Function<? super Failure, ? extends R> whenUnusable) {
            return whenUsable.apply(browser);
        }
    }

    record Unusable(Failure failure) implements BrowserProbe {
        @Override
        public <R> R fold(
                Function<? super BrowserInstallation, ? extends R> whenUsable,
                Function<? super Failure, ? extends R> whenUnusable) {
            return whenUnusable.apply(failure);
        }
    }
}
