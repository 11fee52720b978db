package dev.bascule.cli.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
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
    /** Programs and other code, which run with the user's rights. */
    CODE,
    /** The network: where models are sent, or who may come in. */
    NETWORK;

    /** Git's own folder, by any name that a file system takes for it: what is written there, Git obeys. */
    private static final Pattern GIT = Pattern.compile("(?i)(\\.git|git~[0-9]+)([ .:].*)?");

    private static final Pattern DIVIDER = Pattern.compile("[,;]");

    /**
     * Why a value needs trust, in words that follow the setting's name; empty where it is harmless.
     *
     * @param folder the project's
     */
    Optional<String> danger(String text, Path folder) {
        if (text.isBlank()) {
            return Optional.empty();
        }
        return switch (this) {
            case HARMLESS -> Optional.empty();
            case PATHS ->
                Stream.concat(Stream.of(text), DIVIDER.splitAsStream(text).map(String::strip))
                        .flatMap(word -> Stream.of(word, word.substring(word.indexOf('=') + 1)))
                        .filter(word -> !isInside(word, folder))
                        .findFirst()
                        .map(word -> "leads out of the project's folder, or into its Git");
            case CODE -> Optional.of("runs code");
            case NETWORK -> Optional.of("goes to the network");
        };
    }

    /** Whether a path stays in the folder, whatever links there are; one that goes up by {@code ..} is not followed to find out. */
    private static boolean isInside(String word, Path folder) {
        try {
            Path root = folder.toRealPath();
            Path path = root.resolve(word);
            if (Stream.of(word.split("[/\\\\]")).anyMatch(".."::equals)) {
                return false;
            }
            Path there = path;
            while (there.getParent() != null && !Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
                there = there.getParent();
            }
            Path real = there.toRealPath();
            return real.startsWith(root) && !isGits(root.relativize(real)) && !isGits(there.relativize(path));
        } catch (IOException | InvalidPathException | SecurityException unknown) {
            return false;
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
