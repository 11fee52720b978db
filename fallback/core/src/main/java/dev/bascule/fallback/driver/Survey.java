package dev.bascule.fallback.driver;

import java.util.function.Function;

/** What a driver says of its backend before any of it is loaded. Immutable. */
public sealed interface Survey {
    /** What either case comes to. */
    <R> R fold(
            Function<? super ChildLaunchSpec, ? extends R> whenReady,
            Function<? super Detection, ? extends R> whenAbsent);

    /** It is worth starting a child for. */
    record Ready(ChildLaunchSpec launchSpec) implements Survey {
        @Override
        public <R> R fold(
                Function<? super ChildLaunchSpec, ? extends R> whenReady,
                Function<? super Detection, ? extends R> whenAbsent) {
            return whenReady.apply(launchSpec);
        }
    }

    /** It cannot work here, as its files alone show. */
    record Absent(Detection detection) implements Survey {
        @Override
        public <R> R fold(
                Function<? super ChildLaunchSpec, ? extends R> whenReady,
                Function<? super Detection, ? extends R> whenAbsent) {
            return whenAbsent.apply(detection);
        }
    }
}
