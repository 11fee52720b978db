package dev.bascule.reports.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The database's own code, 60 MB, which its driver unpacks into the temporary folder of each process and takes away when the process
 * ends, but not when it is killed. A file that is mapped needs no name, so the name goes as soon as it is loaded. On Linux;
 * elsewhere the driver's way stays. Stateless.
 */
final class UnpackedLibrary {
    private static final Path MAPS = Path.of("/proc/self/maps");
    private static final Pattern LIBRARY =
            Pattern.compile("^(?:\\S+\\s+){5}(/.*/libduckdb_java\\d+\\.so)$", Pattern.MULTILINE);

    private UnpackedLibrary() {}

    /** After a database was opened for the first time. */
    static void forgetName() {
        if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux")) {
            return;
        }
        try {
            Optional<Path> library = mapped(Files.readString(MAPS));
            if (library.isPresent()) {
                Files.deleteIfExists(library.get());
            }
        } catch (IOException e) {
            // The driver takes it away in the end.
            return;
        }
    }

    /** Where the library was unpacked, by the table of this process's mapped files. */
    static Optional<Path> mapped(String maps) {
        Matcher found = LIBRARY.matcher(maps);
        return found.find() ? Optional.of(Path.of(found.group(1))) : Optional.empty();
    }
}
