package dev.bascule.nativerunner.library;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The libraries that the loader would miss for a library of a set: the loader itself names the first only. Loads nothing.
 * Stateless.
 */
public final class MissingLibraries {
    /** Where the loader's own folders cannot be told, this one is not found either, and nothing is said. */
    private static final String ALWAYS = "libc.so.6";

    private MissingLibraries() {}

    /**
     * By name; none where nothing is lacking, or where this system's libraries have another format.
     *
     * @param library in the folder of a set
     * @param folders further sets that the child's loader looks into
     */
    public static List<String> of(Path library, List<Path> folders, LoaderPath system) {
        if (system.find(ALWAYS).isEmpty()) {
            return List.of();
        }
        SortedSet<String> lacking = new TreeSet<>();
        Set<Path> seen = new HashSet<>();
        Deque<Path> open = new ArrayDeque<>(List.of(library));
        while (!open.isEmpty()) {
            Path file = open.pop();
            if (!seen.add(file)) {
                continue;
            }
            for (String name : ElfFile.needed(file)) {
                // What the system has is whole by itself: only files of the sets are followed.
                List<Path> own = Stream.concat(
                                Stream.of(file.resolveSibling(name)),
                                folders.stream().map(folder -> folder.resolve(name)))
                        .filter(Files::exists)
                        .toList();
                if (!own.isEmpty()) {
                    open.add(own.get(0));
                } else if (system.find(name).isEmpty()) {
                    lacking.add(name);
                }
            }
        }
        return List.copyOf(lacking);
    }
}
