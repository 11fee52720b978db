package dev.bascule.cli.workers;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.secret.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes tokens back while the coordinator runs: who asks leaves a file with the token's id in the coordinator's folder, and the
 * coordinator answers with a file beside it. Nothing of it goes over the network: who may write there owns the coordinator. The
 * watch has a thread of its own.
 */
final class Revocations implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Revocations.class);
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9-]{1,100}");
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final String YES = ".revoked";
    private static final String NO = ".unknown";

    private final Thread thread;

    private Revocations(Thread thread) {
        this.thread = thread;
    }

    /** @param revoke takes one back, and tells whether there was one */
    static Revocations watch(Path coordinator, Predicate<String> revoke) {
        Path folder = prepared(coordinator);
        // What nobody answered is of a former coordinator's time.
        asked(folder).forEach(Revocations::delete);
        Thread thread = new Thread(() -> look(folder, revoke), "revocations");
        thread.setDaemon(true);
        thread.start();
        return new Revocations(thread);
    }

    private static void look(Path folder, Predicate<String> revoke) {
        try {
            Optional<String> told = Optional.empty();
            while (!Thread.currentThread().isInterrupted()) {
                told = answer(folder, revoke, told);
                Thread.sleep(LOOK.toMillis());
            }
        } catch (InterruptedException e) {
            // The coordinator ends.
        }
    }

    /**
     * One that cannot be answered now is looked at again.
     *
     * @param told what was last said of one that could not, so that it is said once
     */
    private static Optional<String> answer(Path folder, Predicate<String> revoke, Optional<String> told) {
        try {
            for (Path file : asked(folder)) {
                String id = String.valueOf(file.getFileName());
                String answer = revoke.test(id) ? YES : NO;
                delete(file);
                write(folder.resolve(id + answer));
            }
            return Optional.empty();
        } catch (RuntimeException e) {
            Optional<String> why = Optional.of(String.valueOf(e));
            if (!why.equals(told)) {
                LOG.warn("a token could not be taken back; it is tried again until it can", e);
            }
            return why;
        }
    }

    /**
     * Asks the coordinator that runs on this folder.
     *
     * @return whether there was such a token
     * @throws BasculeException COORDINATOR_UNREACHABLE where none answers in time: none runs, or it could not do all of it; it may be asked again
     */
    static boolean ask(Path coordinator, String id, Duration patience) throws InterruptedException {
        if (!ID.matcher(id).matches()) {
            return false;
        }
        Path folder = prepared(coordinator);
        Path yes = folder.resolve(id + YES);
        Path no = folder.resolve(id + NO);
        delete(yes);
        delete(no);
        write(folder.resolve(id));
        try {
            for (Duration waited = Duration.ZERO; waited.compareTo(patience) < 0; waited = waited.plus(LOOK)) {
                if (Files.exists(yes) || Files.exists(no)) {
                    return Files.exists(yes);
                }
                Thread.sleep(LOOK.toMillis());
            }
        } finally {
            List.of(folder.resolve(id), yes, no).forEach(Revocations::delete);
        }
        throw new BasculeException(
                ErrorCode.COORDINATOR_UNREACHABLE,
                "no coordinator runs on '%s', or it could not take the token back: then it says why"
                        .formatted(coordinator),
                "name the --store of the coordinator that runs",
                "bascule coordinator --revoke %s, without --running, takes it back at its start".formatted(id));
    }

    private static List<Path> asked(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file ->
                            ID.matcher(String.valueOf(file.getFileName())).matches())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw unusable(folder, e);
        }
    }

    private static Path prepared(Path coordinator) {
        Path folder = coordinator.resolve("revoke");
        try {
            PrivateFiles.prepareFolder(folder);
            return folder;
        } catch (IOException e) {
            throw unusable(folder, e);
        }
    }

    private static void write(Path file) {
        try {
            PrivateFiles.replace(file, "");
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }

    private static BasculeException unusable(Path file, IOException why) {
        return BasculeException.because(
                why,
                ErrorCode.OUTPUT_UNWRITABLE,
                "'%s' cannot be used: %s".formatted(file, FileErrorText.why(why)),
                "be the user whom the coordinator runs as");
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
