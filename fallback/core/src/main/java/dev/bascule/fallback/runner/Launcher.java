package dev.bascule.fallback.runner;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cases.ModelFormat;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.Capabilities.BackendReport;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** Starts, watches and kills a runner. Implementations are thread-safe. */
public interface Launcher {

    /** Its word in results: {@code playwright}, {@code native}. */
    String id();

    /**
     * Starts a fresh process that joins through the gateway, and waits until it has said what it can do.
     *
     * @param timeout for all of it; a process that has not joined by then is killed
     */
    Launch launch(RunnerGateway gateway, Duration timeout);

    /** The launcher of runners for this backend: itself where one process serves all of them, as a browser's does. */
    default Launcher forBackend(Backend backend) {
        return this;
    }

    /** The launcher of runners that open models of this format; empty where nothing here opens them. */
    default Optional<Launcher> forFormat(ModelFormat format) {
        return format == ModelFormat.ONNX ? Optional.of(this) : Optional.empty();
    }

    /**
     * The same with a microphone and a camera that are none; empty where the browser takes no such thing, or is a person's own, whose
     * devices nobody asks for.
     */
    default Optional<Capturing> capturing(CaptureFiles files) {
        return Optional.empty();
    }

    /** What is known of a backend that cannot be here, without starting anything; empty where a runner must be asked. */
    default Optional<BackendReport> absence(Backend backend) {
        return Optional.empty();
    }

    /** What came of it. */
    sealed interface Launch {
        /** What either case comes to. */
        <R> R fold(
                Function<? super LaunchedRunner, ? extends R> whenStarted,
                Function<? super Failure, ? extends R> whenNotStarted);

        record Started(LaunchedRunner launched) implements Launch {
            @Override
            public <R> R fold(
                    Function<? super LaunchedRunner, ? extends R> whenStarted,
                    Function<? super Failure, ? extends R> whenNotStarted) {
                return whenStarted.apply(launched);
            }
        }

        record NotStarted(Failure failure) implements Launch {
            @Override
            public <R> R fold(
                    Function<? super LaunchedRunner, ? extends R> whenStarted,
                    Function<? super Failure, ? extends R> whenNotStarted) {
                return whenNotStarted.apply(failure);
            }
        }
    }
}
