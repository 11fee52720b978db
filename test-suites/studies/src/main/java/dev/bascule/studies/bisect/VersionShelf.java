package dev.bascule.studies.bisect;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Where versions of engines and browsers come from. */
public interface VersionShelf {

    /**
     * The stable versions that can be had, oldest first.
     *
     * @throws dev.bascule.fallback.error.BasculeException when nobody can be asked
     */
    List<String> versions(Axis axis);

    /**
     * Makes sure that a version is on this machine: fetches it where it is not, and where that was asked for.
     *
     * @param talk is told of what takes a while
     */
    Copy fetch(Axis axis, String version, Consumer<String> talk);

    /** Makes one. */
    @FunctionalInterface
    interface Maker {
        /** @param fetching whether versions may be fetched; else there are only those that are on this machine */
        VersionShelf shelf(boolean fetching);
    }

    /** What came of it. */
    sealed interface Copy {
        /**
         * It is here.
         *
         * @param place an engine's folder, or a browser's executable
         */
        record Here(Path place) implements Copy {}

        /** It is the engine that Bascule brings along. */
        record Bundled() implements Copy {}

        /** It is not, and cannot be had. */
        record Missing(String why) implements Copy {}
    }
}
