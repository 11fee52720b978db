package dev.bascule.campaign;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A small file system in place of a folder, which can be filled up. Only an administrator may mount it; for others nothing ever is
 * full.
 */
record SmallDisk(Optional<Path> folder) implements AutoCloseable {
    /** Enough to begin with. */
    private static final String SIZE = "size=48m";

    private static final int BLOCK = 1 << 16;

    static SmallDisk none() {
        return new SmallDisk(Optional.empty());
    }

    static SmallDisk at(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        return run("mount", "-t", "tmpfs", "-o", SIZE, "none", folder.toString())
                ? new SmallDisk(Optional.of(folder))
                : none();
    }

    /** Whether it is full now. */
    boolean fill() {
        folder.ifPresent(SmallDisk::fill);
        return folder.isPresent();
    }

    private static void fill(Path folder) {
        for (int size = BLOCK; size > 0; size /= 2) {
            try (OutputStream out = Files.newOutputStream(folder.resolve("filler-" + size))) {
                while (true) {
                    out.write(new byte[size]);
                }
            } catch (IOException full) {
                // As wanted: now what still fits.
                continue;
            }
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    @Override
    public void close() {
        try {
            if (folder.isPresent() && !run("umount", "-l", folder.get().toString())) {
                throw new IllegalStateException("cannot unmount " + folder.get());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
