package dev.bascule.workers.worker;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.secret.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** One worker alone uses a folder: the system lets go of it with the process. */
final class FolderLock implements AutoCloseable {
    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /** @throws BasculeException USAGE_ERROR where another worker has it */
    static FolderLock take(Path folder) {
        try {
            PrivateFiles.prepareFolder(folder);
            FileChannel channel = FileChannel.open(
                    folder.resolve("worker.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                if (channel.tryLock() != null) {
                    return new FolderLock(channel);
                }
            } catch (OverlappingFileLockException inThisProcess) {
                // Told below.
            }
            channel.close();
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "another worker uses %s".formatted(folder),
                    "name a folder of its own for each worker of this machine");
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "%s cannot be used: %s".formatted(folder, e));
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
