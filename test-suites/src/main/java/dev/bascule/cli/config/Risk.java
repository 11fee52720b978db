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

    private static final String OUTSIDE = "leads out of the folder";

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
                        .flatMap(word -> ofPath(word, folder).stream())
                        .findFirst();
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

    private static boolean isGits(Path path) {
        for (Path name : path) {
            if (GIT.matcher(name.toString()).matches()) {
                return true;
            }
        }
        return false;
    }
}
