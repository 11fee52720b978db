package dev.bascule.models.graph;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnsafeByteOperations;
import dev.bascule.fallback.file.InputFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** A file's bytes: read where it is small, mapped where it is large, so that it costs no heap. Stateless. */
public final class FileBytes {
    /** A mapping has a price of its own, keeps the file open until it is garbage, and there are not so many of them. */
    private static final long MAPPED_FROM = 1 << 18;

    private FileBytes() {}

    /**
     * Read-only; who keeps a part of it keeps the mapping.
     *
     * @throws IOException also for a file of 2 GiB or more
     */
    public static ByteBuffer of(Path file) throws IOException {
        InputFile.require(file);
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            if (size > Integer.MAX_VALUE) {
                throw new IOException("it has %d bytes, and 2 GiB is the most".formatted(size));
            }
            return size < MAPPED_FROM
                    ? ByteBuffer.wrap(InputFile.bytes(file, MAPPED_FROM)).asReadOnlyBuffer()
                    : channel.map(FileChannel.MapMode.READ_ONLY, 0, size);
        }
    }

    /** For a parser whose fields of bytes are to lie in the file's own. */
    static CodedInputStream aliased(ByteBuffer content) {
        ByteString bytes = UnsafeByteOperations.unsafeWrap(content);
        CodedInputStream input = bytes.newCodedInput();
        input.enableAliasing(true);
        input.setSizeLimit(Integer.MAX_VALUE);
        return input;
    }
}
