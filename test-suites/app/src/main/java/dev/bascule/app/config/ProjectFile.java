package dev.bascule.app.config;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file of settings, read once: what is parsed is what was hashed, whatever becomes of the file meanwhile. Immutable.
 *
 * @param place where it is: its folder without links, and its name. A link to it in another folder is another file, for what
 *     it says is relative to the folder
 */
public record ProjectFile(Path place, String text, String sha256) {
    /** What it is called in a project's folder; those above are not searched. */
    public static final String NAME = "bascule.yaml";

    private static final long MOST_BYTES = 1 << 20;

    /**
     * That of a folder, where it has one.
     *
     * @throws BasculeException {@link ErrorCode#CONFIG_INVALID} where it cannot be read
     */
    public static Optional<ProjectFile> in(Path folder) {
        return read(folder.resolve(NAME));
    }

    static Optional<ProjectFile> read(Path file) {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            byte[] bytes = InputFile.bytes(file, MOST_BYTES);
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return Optional.of(new ProjectFile(place(file), text, Sha256.of(bytes)));
        } catch (NoSuchFileException e) {
            throw unreadable(file, "it is a link to a file that is not there");
        } catch (IOException e) {
            throw unreadable(file, FileErrorText.why(e));
        }
    }

    /** Where a file is or was, by its folder without links as far as it is still there. */
    public static Path place(Path file) {
        Path whole = file.toAbsolutePath();
        try {
            return whole.resolveSibling("").toRealPath().resolve(whole.getFileName());
        } catch (IOException gone) {
            return whole.normalize();
        }
    }

    private static BasculeException unreadable(Path file, String why) {
        return new BasculeException(
                ErrorCode.CONFIG_INVALID, "cannot read the configuration '%s': %s".formatted(file, why));
    }
}
