package dev.bascule.reports.history;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a database may touch besides its own file, its log and its folder for what does not fit into memory: nothing but the files
 * and folders named here. Neither the SQL that it is asked nor a view that its file brings can change that, nor reach the
 * network. As in DuckDB's documentation, "Securing DuckDB".
 *
 * @param files each of them alone
 * @param folders with all that is in them
 * @param isBounded whether it also has to do with little memory and a small folder for what does not fit
 */
public record AllowedPaths(List<Path> files, List<Path> folders, boolean isBounded) {
    /** Its own file alone. */
    public static final AllowedPaths NONE = new AllowedPaths(List.of(), List.of(), false);

    /** Enough to copy tables of any size, which goes block by block. */
    private static final String MEMORY = "768MiB";

    private static final String SPILLED = "2GiB";

    public AllowedPaths {
        files = files.stream().map(Path::toAbsolutePath).toList();
        folders = folders.stream().map(Path::toAbsolutePath).toList();
    }

    /** To write an {@linkplain DuckDbHistory#export export} into a folder. */
    public static AllowedPaths export(Path folder) {
        return new AllowedPaths(List.of(), List.of(folder), false);
    }

    /** To write a {@linkplain DuckDbHistory#backup backup} to a file. */
    public static AllowedPaths backup(Path file) {
        return database(HistoryCopy.unfinished(file));
    }

    /** To attach another database, with its log and what becomes of that. */
    static AllowedPaths database(Path file) {
        return new AllowedPaths(
                Stream.of("", ".wal", ".wal.checkpoint", ".wal.recovery")
                        .map(end -> file.resolveSibling(file.getFileName() + end))
                        .toList(),
                List.of(),
                false);
    }

    /** The same for a database that reads what another program wrote. */
    AllowedPaths bounded() {
        return new AllowedPaths(files, folders, true);
    }

    /** What the database is opened with; nothing that is said to it later changes them. */
    Properties settings() {
        Properties settings = new Properties();
        settings.setProperty("autoinstall_known_extensions", "false");
        settings.setProperty("enable_external_access", "false");
        if (!files.isEmpty()) {
            settings.setProperty("allowed_paths", list(files, ""));
        }
        if (!folders.isEmpty()) {
            settings.setProperty("allowed_directories", list(folders, "/"));
        }
        if (isBounded) {
            settings.setProperty("memory_limit", MEMORY);
            settings.setProperty("max_temp_directory_size", SPILLED);
        }
        settings.setProperty("lock_configuration", "true");
        return settings;
    }

    /** As the database reads a list of texts. */
    private static String list(List<Path> paths, String end) {
        return paths.stream()
                .map(path -> "'" + (path + end).replace("\\", "\\\\").replace("'", "\\'") + "'")
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
