package dev.bascule.cli.options;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Durations;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * How devices get in. None of it is a setting that a file could make: what opens a machine to its network is said each
 * time.
 */
public final class ServeOptions {
    private static final int LAST_PORT = 65_535;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description =
                    "Address to listen on (default: 127.0.0.1, this machine only). 0.0.0.0 is every address it has:"
                            + " other devices of the network can then reach it, if they show the link's token.")
    private String host = "127.0.0.1";

    @Option(names = "--port", paramLabel = "N", description = "Port to listen on (default: a free one).")
    private int port;

    @Option(
            names = "--https",
            description =
                    "Serve by https with a self-made certificate, so that other devices have WebGPU, WebNN and wasm"
                            + " threads. Their browser warns once; compare the fingerprint. It is kept in ~/.config/bascule/tls.")
    private boolean https;

    @Option(
            names = "--devices",
            paramLabel = "N",
            description = "End after so many devices (default: when Ctrl-C is pressed).")
    private @Nullable Integer devices;

    @Option(names = "--once", description = "The same as --devices 1.")
    private boolean once;

    @Option(names = "--no-qr", description = "Draw no QR code; where stderr is no terminal there is none anyway.")
    private boolean noQr;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            description = "How long a device whose connection broke may take to come back (default: 30s).")
    private String grace = "30s";

    public String host() {
        return host;
    }

    public int port() {
        if (port < 0 || port > LAST_PORT) {
            throw usage("--port must be from 0 to %d, but is %d".formatted(LAST_PORT, port));
        }
        return port;
    }

    public boolean https() {
        return https;
    }

    public boolean qr() {
        return !noQr;
    }

    /** How many devices are waited for; empty for as many as come. */
    public Optional<Integer> devices() {
        Integer wanted = devices;
        if (wanted == null) {
            return once ? Optional.of(1) : Optional.empty();
        }
        if (wanted < 1) {
            throw usage("--devices must be a whole number from 1, but is %d".formatted(wanted));
        }
        if (once && wanted != 1) {
            throw usage("--once is --devices 1, but --devices is %d".formatted(wanted));
        }
        return Optional.of(wanted);
    }

    public Duration grace() {
        return Durations.parse(grace)
                .orElseThrow(() ->
                        usage("--grace must be a duration such as 500ms, 2s or 1m30s, but is '%s'".formatted(grace)));
    }

    private static BasculeException usage(String message) {
        return new BasculeException(ErrorCode.USAGE_ERROR, message, "bascule serve --help");
    }
}
