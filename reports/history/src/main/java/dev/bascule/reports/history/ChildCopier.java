package dev.bascule.reports.history;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.process.ChildLimits;
import dev.bascule.fallback.process.ChildReply;
import dev.bascule.fallback.process.LimitedChild;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Copies in a child, one for all sources of an import: the database's own code reads formats that take millions of lines to read,
 * and a file that crashes it, hangs it or is never done growing costs the child. Belongs to one thread.
 */
final class ChildCopier implements ForeignCopier {
    private static final ChildLimits LIMITS = new ChildLimits(256, 2048, 1024, ChildLimits.USUAL_START);

    /** A copy goes at tens of MB a second on the slowest disks. */
    private static final long SECONDS = 60;

    private static final long BYTES_A_SECOND = 1 << 20;

    /** What was packed as well as can be grows to a few times its size; what grows beyond this was made to. */
    private static final long GROWTH = 64;

    private static final long ANY_BYTES = 256L << 20;

    private final Path folder;
    private final ChildLimits limits;
    private final Class<?> main;
    private final long anyBytes;
    private final Duration anyTime;
    private Optional<LimitedChild> child = Optional.empty();

    ChildCopier(Path folder) {
        this(folder, LIMITS, HistoryImportMain.class, ANY_BYTES, Duration.ofSeconds(SECONDS));
    }

    /**
     * @param anyBytes what a copy may take besides what its source does
     * @param anyTime how long making it may take besides
     */
    ChildCopier(Path folder, ChildLimits limits, Class<?> main, long anyBytes, Duration anyTime) {
        this.folder = folder;
        this.limits = limits;
        this.main = main;
        this.anyBytes = anyBytes;
        this.anyTime = anyTime;
    }

    /**
     * What a child is asked.
     *
     * @param from absolute
     * @param to absolute
     */
    record Request(String from, String to) {
        static Request parse(String line) throws JsonProcessingException {
            return Json.MAPPER.readValue(line, Request.class);
        }
    }

    @Override
    public void copy(Path from, Path to) throws IOException {
        long bytes = size(from);
        Request request = new Request(
                from.toAbsolutePath().toString(), to.toAbsolutePath().toString());
        ChildReply reply = child().ask(Json.MAPPER.writeValueAsString(request), time(bytes), () -> grown(to, bytes));
        if (reply instanceof ChildReply.Refused refused) {
            Failure failure = refused.failure();
            throw new BasculeException(
                    failure.code(), failure.message(), failure.remedies().toArray(String[]::new));
        }
        if (reply instanceof ChildReply.Lost lost) {
            throw new BasculeException(
                    ErrorCode.SOURCE_INVALID,
                    "%s cannot be imported: the child that reads it was lost: %s".formatted(from, lost.why()));
        }
    }

    private Duration time(long bytes) {
        return anyTime.plusSeconds(bytes / BYTES_A_SECOND);
    }

    private LimitedChild child() {
        LimitedChild there = child.orElseGet(this::start);
        child = Optional.of(there);
        return there;
    }

    private LimitedChild start() {
        try {
            return LimitedChild.start(main, limits, folder);
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.TOOL_MISSING,
                    "the child that reads foreign histories cannot be started: " + e.getMessage(),
                    "free memory and processes, or mend the Java at " + System.getProperty("java.home"));
        }
    }

    /** With all that the database keeps beside it. */
    private Optional<String> grown(Path copy, long source) {
        long most = anyBytes + Math.min(GROWTH * source, Long.MAX_VALUE - anyBytes);
        long size;
        try (Stream<Path> files = Files.list(copy.toAbsolutePath().getParent())) {
            String name = String.valueOf(copy.getFileName());
            size = files.filter(file -> String.valueOf(file.getFileName()).startsWith(name))
                    .mapToLong(ChildCopier::size)
                    .sum();
        } catch (IOException | UncheckedIOException e) {
            // Files come and go meanwhile.
            return Optional.empty();
        }
        return size > most ? Optional.of("it grows to more than %d MiB".formatted(most >> 20)) : Optional.empty();
    }

    private static long size(Path path) {
        try (Stream<Path> files = Files.walk(path)) {
            return files.map(Path::toFile)
                    .filter(java.io.File::isFile)
                    .mapToLong(java.io.File::length)
                    .sum();
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }

    @Override
    public void close() {
        child.ifPresent(LimitedChild::close);
    }
}
