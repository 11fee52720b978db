package dev.bascule.nativerunner.library;

import com.sun.jna.NativeLibrary;
import java.util.Optional;
import java.util.function.Function;

/** Loads native libraries into this process, which may cost it its life: for children only. Stateless. */
public final class NativeCalls {
    private NativeCalls() {}

    /** A library that loaded, or what the loader said. */
    public sealed interface Loaded {
        /** What either case comes to. */
        <R> R fold(
                Function<? super NativeLibrary, ? extends R> whenLoaded,
                Function<? super String, ? extends R> whenRefused);

        record Library(NativeLibrary library) implements Loaded {
            @Override
            public <R> R fold(
                    Function<? super NativeLibrary, ? extends R> whenLoaded,
                    Function<? super String, ? extends R> whenRefused) {
                return whenLoaded.apply(library);
            }
        }

        record Refused(String words) implements Loaded {
            @Override
            public <R> R fold(
                    Function<? super NativeLibrary, ? extends R> whenLoaded,
                    Function<? super String, ? extends R> whenRefused) {
                return whenRefused.apply(words);
            }
        }
    }

    /** Loads a library by its name, as the loader finds it, or by its path. */
    public static Loaded load(String library) {
        try {
            return new Loaded.Library(NativeLibrary.getInstance(library));
        } catch (UnsatisfiedLinkError e) {
            return new Loaded.Refused(firstLine(String.valueOf(e.getMessage())));
        }
    }

    /** What the loader said of a library that does not load; empty where it loaded. */
    public static Optional<String> complaint(String library) {
        return load(library) instanceof Loaded.Refused refused ? Optional.of(refused.words()) : Optional.empty();
    }

    /** JNA says which library it was asked for, then what the loader said at each place: that is what counts. */
    static String firstLine(String words) {
        return words.lines()
                .map(String::strip)
                .filter(line -> line.contains(": "))
                .filter(line -> !line.startsWith("Unable to load library"))
                .findFirst()
                .orElse(words.lines().findFirst().orElse(words).strip());
    }
}
