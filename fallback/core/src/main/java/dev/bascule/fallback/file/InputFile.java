package dev.bascule.fallback.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The one way to a file that came by its name. Only a regular file is opened: a pipe is waited for, a device never ends, and
 * neither could be read again by the line that reproduces a run. No more is read than the file says to have, for some of
 * the system's own say nothing and go on for ever. What is wrong is an {@link IOException} that {@link FileErrorText} puts into
 * words. Stateless.
 */
public final class InputFile {
    /** What no text that people write comes to: suites, settings, expectations, style sheets. */
    public static final long TEXT = 16L << 20;

    private static final long DOCUMENT = 512L << 20;
    /** Parsed, a document takes many times its size. */
    private static final int PARSED = 8;

    private static final int MODE_KIND = 0xF000;
    private static final int MODE_PIPE = 0x1000;
    private static final int MODE_CHARACTERS = 0x2000;
    private static final int MODE_BLOCKS = 0x6000;
    private static final int MODE_SOCKET = 0xC000;

    private InputFile() {}

    /** Refuses what is there and no regular file, and what is not there. */
    public static void require(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        if (!attributes.isRegularFile()) {
            throw new FileSystemException(
                    file.toString(), null, attributes.isDirectory() ? "it is a folder" : special(file));
        }
    }

    private static String special(Path file) throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return "it is no regular file";
        }
        String what = switch ((int) Files.getAttribute(file, "unix:mode") & MODE_KIND) {
            case MODE_PIPE -> "a pipe";
            case MODE_CHARACTERS, MODE_BLOCKS -> "a device";
            case MODE_SOCKET -> "a socket";
            default -> "something else";
        };
        return "it is %s, not a file; write what comes from there into a file, and name that".formatted(what);
    }

    /** Its bytes. */
    public static InputStream stream(Path file) throws IOException {
        require(file);
        return Files.newInputStream(file);
    }

    /** @param most bytes, beyond which it is refused; at most 2 GiB */
    public static byte[] bytes(Path file, long most) throws IOException {
        require(file);
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            long size = channel.size();
            if (size > Math.min(most, Integer.MAX_VALUE - 8L)) {
                throw new FileSystemException(
                        file.toString(), null, "it has %d bytes, and at most %d are read".formatted(size, most));
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) size);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // until it is full, or the file became shorter
            }
            return bytes.hasRemaining() ? java.util.Arrays.copyOf(bytes.array(), bytes.position()) : bytes.array();
        }
    }

    /**
     * Its text in UTF-8.
     *
     * @param most bytes, beyond which it is refused
     */
    public static String text(Path file, long most) throws IOException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes(file, most)))
                .toString();
    }

    /** How large a document may be that this process reads as a whole, such as the record of a run. */
    public static long document() {
        return Math.min(DOCUMENT, Math.max(TEXT, Runtime.getRuntime().maxMemory() / PARSED));
    }
}
