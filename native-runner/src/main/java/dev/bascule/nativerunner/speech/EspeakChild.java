package dev.bascule.nativerunner.speech;

import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.process.ChildLimits;
import dev.bascule.fallback.process.LimitedChild;
import dev.bascule.nativerunner.library.LibrarySet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** eSpeak NG in a process of its own, as {@code bascule install espeak-ng} brought it. Belongs to one thread. */
public final class EspeakChild implements Speech, AutoCloseable {
    private static final int MIB = 1 << 20;
    private static final ChildLimits LIMITS = new ChildLimits(128, 600, 8 * MIB, ChildLimits.USUAL_START);
    private static final Duration TIME = Duration.ofSeconds(20);

    private final Path library;
    private final LimitedChild child;

    private EspeakChild(Path library, LimitedChild child) {
        this.library = library;
        this.child = child;
    }

    /** Its library; empty where it is not installed or passed over. */
    public static Optional<Path> library(HostEnvironment host) {
        return LibrarySet.find(host, LibrarySet.ESPEAK)
                .map(set ->
                        set.folder().resolve(System.mapLibraryName("espeak-ng")).toAbsolutePath())
                .filter(file -> Files.isRegularFile(file) && file.toString().indexOf('\t') < 0);
    }

    /** That it is not on this machine. */
    public static Failure absent() {
        return Failure.of(
                ErrorCode.PART_UNAVAILABLE,
                "nobody is here to say what this model is asked about: eSpeak NG is not installed",
                "bascule install espeak-ng");
    }

    /** @param library as {@link #library} finds it */
    public static EspeakChild start(Path library) {
        try {
            return new EspeakChild(
                    library,
                    LimitedChild.start(EspeakMain.class, LIMITS, Path.of(System.getProperty("java.io.tmpdir"))));
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.TOOL_MISSING,
                    "the child that speaks cannot be started: " + e.getMessage(),
                    "free memory and processes, or mend the Java at " + System.getProperty("java.home"));
        }
    }

    @Override
    public SpokenSound say(Utterance utterance) {
        return child.ask(library + "\t" + utterance.line(), TIME)
                .fold(
                        EspeakChild::sound,
                        failure -> {
                            throw new BasculeException(
                                    failure.code(),
                                    failure.message(),
                                    failure.remedies().toArray(String[]::new));
                        },
                        why -> {
                            throw broken("was lost: " + why);
                        });
    }

    private static SpokenSound sound(byte[] answer) {
        try {
            return SpokenSound.parse(answer);
        } catch (IOException e) {
            throw broken("answered " + e.getMessage());
        }
    }

    private static BasculeException broken(String how) {
        return new BasculeException(
                ErrorCode.LIBRARY_MISMATCH, "the child that speaks " + how, "bascule install espeak-ng --force");
    }

    @Override
    public void close() {
        child.close();
    }
}
