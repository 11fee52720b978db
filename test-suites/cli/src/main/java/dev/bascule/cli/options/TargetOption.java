package dev.bascule.cli.options;

import dev.bascule.execution.service.BrowserChoice;
import dev.bascule.execution.service.BrowserSetup;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** One case's one target, and where the case is found. */
public final class TargetOption {
    @Option(
            names = "--target",
            required = true,
            paramLabel = "[BROWSER:]BACKEND",
            description = "Where it fails: webgpu, webnn, wasm, cpu, chromium:webgpu, ...")
    private String target = "";

    @Option(
            names = "--cases",
            paramLabel = "DIR",
            description = "The folder that holds the case, however deep, where a case is named by its id.")
    private @Nullable Path cases;

    /** As typed. */
    public String text() {
        return target;
    }

    /** The browser named in the target. */
    public Optional<String> browser() {
        return browser(target);
    }

    static Optional<String> browser(String target) {
        int colon = target.lastIndexOf(':');
        return colon < 0 ? Optional.empty() : Optional.of(target.substring(0, colon));
    }

    /**
     * The backend named in the target.
     *
     * @throws BasculeException {@link ErrorCode#UNKNOWN_BACKEND}
     */
    public Backend backend() {
        return backend(target);
    }

    static Backend backend(String target) {
        return Backends.installed().require(target.substring(target.lastIndexOf(':') + 1));
    }

    /** @throws BasculeException {@link ErrorCode#USAGE_ERROR} for a native backend, which no browser has */
    static void requireBrowsers(Backend backend) {
        if (backend.side() == Side.NATIVE) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "%s is a native backend: no browser has it".formatted(backend.id()));
        }
    }

    public Optional<Path> cases() {
        return Optional.ofNullable(cases);
    }

    /**
     * A browser named in the target stands above {@code --browsers}.
     *
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR} for a native backend in a browser
     */
    public BrowserSetup in(BrowserSetup setup) {
        if (browser().isEmpty()) {
            return setup;
        }
        requireBrowsers(backend());
        return setup.withChoice(new BrowserChoice.Named(List.of(browser().get())));
    }
}
