package dev.bascule.app.install;

import dev.bascule.nativerunner.library.LibrarySet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The sets of native libraries that are installed, by name, with what each says of itself. Stateless. */
public final class InstalledSets {
    private InstalledSets() {}

    /** Reads the folder of sets; none where there is no such folder. A set that cannot be read says so. */
    public static SortedMap<String, String> in(Path libraries) {
        SortedMap<String, String> sets = new TreeMap<>();
        if (!Files.isDirectory(libraries)) {
            return sets;
        }
        try (Stream<Path> folders = Files.list(libraries)) {
            folders.filter(folder -> Files.isRegularFile(folder.resolve(LibrarySet.ABOUT)))
                    .forEach(folder -> sets.put(String.valueOf(folder.getFileName()), about(folder)));
        } catch (IOException e) {
            return new TreeMap<>(Map.of("unread", String.valueOf(e.getMessage())));
        }
        return Collections.unmodifiableSortedMap(sets);
    }

    private static String about(Path folder) {
        Properties about = new Properties();
        try (var in = Files.newBufferedReader(folder.resolve(LibrarySet.ABOUT))) {
            about.load(in);
        } catch (IOException | IllegalArgumentException e) {
            return "cannot be read: " + e.getMessage();
        }
        String what = about.getProperty("what", "");
        return about.getProperty("version", "version unknown") + (what.isBlank() ? "" : ": " + what);
    }
}
