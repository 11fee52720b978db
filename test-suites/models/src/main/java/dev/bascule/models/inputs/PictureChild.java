package dev.bascule.models.inputs;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.process.ChildLimits;
import dev.bascule.fallback.process.ChildReply;
import dev.bascule.fallback.process.LimitedChild;
import dev.bascule.nativerunner.pipeline.BoundedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Has pictures decoded by a child, one for all that come within seconds of each other, so that what a file does to its decoder it
 * does to the child. Thread-safe.
 */
final class PictureChild {
    private static final int MIB = 1 << 20;
    private static final int MOST_FILE = 256 * MIB;

    /** Room for the file, 16 bits of four channels, and what is answered. */
    private static final ChildLimits LIMITS =
            new ChildLimits(1024, 1600, (int) (3 * BoundedImage.MOST_PIXELS + 8), ChildLimits.USUAL_START);

    static final PictureChild SHARED =
            new PictureChild(PictureMain.class, LIMITS, Duration.ofSeconds(60), Duration.ofSeconds(2));

    private final Class<?> main;
    private final ChildLimits limits;
    private final Duration time;
    private final Duration idle;
    private Optional<LimitedChild> child = Optional.empty();
    private long uses;

    /**
     * @param time for one picture
     * @param idle how long the child waits for another
     */
    PictureChild(Class<?> main, ChildLimits limits, Duration time, Duration idle) {
        this.main = main;
        this.limits = limits;
        this.time = time;
        this.idle = idle;
    }

    /** @throws BasculeException {@link ErrorCode#INPUT_MISMATCH} when it is none that can be read */
    synchronized Pixels read(Path file) {
        String name = file.toAbsolutePath().toString();
        if (name.lines().count() > 1 || file.toFile().length() > MOST_FILE) {
            throw unreadable(
                    name, "a picture's file has at most %d MiB, and one line as its name".formatted(MOST_FILE / MIB));
        }
        try {
            return pixels(name, started().ask(name, time));
        } finally {
            long use = ++uses;
            CompletableFuture.delayedExecutor(idle.toMillis(), TimeUnit.MILLISECONDS)
                    .execute(() -> end(use));
        }
    }

    private Pixels pixels(String name, ChildReply reply) {
        return reply.fold(
                bytes -> answered(name, bytes),
                failure -> {
                    throw new BasculeException(
                            ErrorCode.INPUT_MISMATCH,
                            failure.message(),
                            failure.remedies().toArray(String[]::new));
                },
                why -> {
                    end(uses);
                    throw unreadable(name, "the child that decodes it was lost: " + why);
                });
    }

    private Pixels answered(String name, byte[] bytes) {
        try {
            return Pixels.parse(bytes);
        } catch (IOException e) {
            end(uses);
            throw unreadable(name, "the child that decodes it answered " + e.getMessage());
        }
    }

    private LimitedChild started() {
        LimitedChild there = child.orElseGet(this::start);
        child = Optional.of(there);
        return there;
    }

    private LimitedChild start() {
        try {
            return LimitedChild.start(main, limits, Path.of(System.getProperty("java.io.tmpdir")));
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.TOOL_MISSING,
                    "the child that decodes pictures cannot be started: " + e.getMessage(),
                    "free memory and processes, or mend the Java at " + System.getProperty("java.home"));
        }
    }

    /** Unless it was used since. */
    private synchronized void end(long use) {
        if (use == uses) {
            child.ifPresent(LimitedChild::close);
            child = Optional.empty();
        }
    }

    static BasculeException unreadable(String file, String why) {
        return InputMismatch.of("cannot read '%s': %s".formatted(file, why), "export the picture again as PNG or JPEG");
    }
}
