package dev.bascule.suites.setting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a setting risks, and so whether the file of a project may make it before the user trusts that file. Whoever enters a
 * folder that others made has not asked for their programs, for their servers, or for files outside of it.
 */
public enum Risk {
    /** A figure, a word, or a choice among what is here. */
    HARMLESS,
    /** Files, by paths that may stand after {@code NAME=}: harmless inside of the project's folder. */
    PATHS,
    /** The file of a history, by its path, with what the database keeps beside it: harmless likewise. */
    HISTORY,
    /** Programs and other code, which run with the user's rights. */
    CODE,
    /** The network: where models are sent, or who may come in. */
    NETWORK;

    /** Git's own folder, by any name that a file system takes for it: what is written there, Git obeys. */
    private static final Pattern GIT = Pattern.compile("(?i)(\\.git|git~[0-9]+)([ .:].*)?");

    private static final String OUTSIDE = "leads out of the folder";

    private static final String UNKNOWN = "cannot be looked at for links";

    private static final Pattern DIVIDER = Pattern.compile("[,;]");

    /**
     * Why a value needs trust, in words that follow the setting's name; empty where it is harmless.
     *
     * @param folder the project's
     */
    public Optional<String> danger(String text, Path folder) {
        if (text.isBlank()) {
            return Optional.empty();
        }
        return switch (this) {
            case HARMLESS -> Optional.empty();
            case PATHS ->
                Stream.concat(Stream.of(text), DIVIDER.splitAsStream(text).map(String::strip))
                        .flatMap(word -> Stream.of(word, word.substring(word.indexOf('=') + 1)))
                        .flatMap(word -> ofPath(word, folder).stream())
                        .findFirst();
            case HISTORY -> ofPath(text, folder).or(() -> beside(text, folder));
            case CODE -> Optional.of("runs code");
            case NETWORK -> Optional.of("goes to the network");
        };
    }

    /** Links are followed as far as there are files; what goes up by {@code ..} is not followed to find out where to. */
    private static Optional<String> ofPath(String word, Path folder) {
        try {
            Path root = folder.toRealPath();
            Path path = root.resolve(word);
            Path there = path;
            while (there.getParent() != null && !Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
                there = there.getParent();
            }
            Path real = there.toRealPath();
            if (Stream.of(word.split("[/\\\\]")).anyMatch(".."::equals) || !real.startsWith(root)) {
                return Optional.of(OUTSIDE);
            }
            return isGits(root.relativize(real)) || isGits(there.relativize(path))
                    ? Optional.of("leads into Git's own folder")
                    : Optional.empty();
        } catch (IOException | InvalidPathException | SecurityException unknown) {
            return Optional.of(OUTSIDE);
        }
    }

    /** The same of a folder that is written into, with what lies in it and in its folders. */
    public static Optional<String> ofFolder(String word, Path folder) {
        return ofPath(word, folder).or(() -> {
            try {
                Path within = folder.toRealPath().resolve(word);
                return Files.isDirectory(within) ? linkOut(within, 2, folder) : Optional.empty();
            } catch (IOException | UncheckedIOException unknown) {
                return Optional.of(UNKNOWN);
            }
        });
    }

    /** The database follows links at its log, its lock and its folders, whose names begin with that of its file. */
    private static Optional<String> beside(String word, Path folder) {
        try {
            Path file = folder.toRealPath().resolve(word);
            Path real = Files.exists(file) ? file.toRealPath() : file;
            String name = lower(real);
            Path parent = real.resolveSibling("");
            if (!Files.isDirectory(parent)) {
                return Optional.empty();
            }
            try (Stream<Path> near = Files.list(parent)) {
                for (Path each :
                        near.filter(other -> lower(other).startsWith(name)).toList()) {
                    Optional<String> out = linkOut(each, 1, folder);
                    if (out.isPresent()) {
                        return out;
                    }
                }
            }
            return Optional.empty();
        } catch (IOException | UncheckedIOException unknown) {
            return Optional.of(UNKNOWN);
        }
    }

    /** As a file system compares them that does not know capital letters. */
    private static String lower(Path file) {
        return String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    }

    /** Logs and copies come and go while another process has the history: what is gone is no link. */
    private static Optional<String> linkOut(Path within, int depth, Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(within, depth)) {
            return files.filter(Files::isSymbolicLink)
                    .filter(link -> ofPath(link.toString(), folder).isPresent())
                    .findFirst()
                    .map(link -> "has a link that leads out of the folder: " + link.getFileName());
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof NoSuchFileException) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static boolean isGits(Path path) {
        for (Path name : path) {
            if (GIT.matcher(name.toString()).matches()) {
                return true;
            }
        }
        return false;
    }
}
