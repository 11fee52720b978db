package dev.bascule.cli.serve;

import dev.bascule.app.config.Config;
import dev.bascule.cli.workers.CoordinatorOptions;
import dev.bascule.cli.workers.CoordinatorPlace;
import dev.bascule.cli.workers.CoordinatorStore;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which pool of workers the dashboard shows, if any. */
final class PoolViewOptions {
    private static final String STORE_OPTION = "--coordinator-store";

    @Option(
            names = "--coordinator",
            description = "Be the coordinator of a pool of workers, too, as `bascule coordinator` is, and show it.")
    private boolean coordinator;

    @Option(
            names = "--coordinator-host",
            paramLabel = "ADDRESS",
            description =
                    "Address that workers and submitters reach it at (default: " + CoordinatorPlace.USUAL_HOST + ").")
    private @Nullable String host;

    @Option(
            names = "--coordinator-port",
            paramLabel = "PORT",
            description = "Port for them, 0 for a free one (default: " + CoordinatorPlace.USUAL_PORT + ").")
    private @Nullable Integer port;

    @Option(
            names = STORE_OPTION,
            paramLabel = "FILE",
            description = "The coordinator's file of jobs and tokens (default: " + CoordinatorStore.USUAL + ").")
    private @Nullable Path store;

    @Mixin
    private final CoordinatorOptions options = new CoordinatorOptions();

    @Option(
            names = "--on",
            paramLabel = "URL#TOKEN",
            description =
                    "Show the pool of a coordinator that runs elsewhere, by a submitter's token: all its workers, and"
                            + " the runs that were sent with that token. The address, @FILE with it, or pool for the configured one.")
    private @Nullable String on;

    /** As typed. */
    Optional<String> on() {
        return Optional.ofNullable(on);
    }

    CoordinatorOptions options() {
        return options;
    }

    /** @throws BasculeException USAGE_ERROR for what makes no sense together */
    void check() {
        if (coordinator && on != null) {
            throw usage("--coordinator is a pool of this server, and --on another one's: it shows one");
        }
        if (!coordinator && (host != null || port != null || store != null || options.isAny())) {
            throw usage(
                    "--coordinator-host, --coordinator-port, --coordinator-store, --invite, --submitter, --revoke, --tokens,"
                            + " --policy, --power-cap, --keep and --broker… belong to --coordinator");
        }
        options.checkListening(host != null || port != null, "--coordinator-host and --coordinator-port");
    }

    /**
     * Where this server's own coordinator is to be; empty where there is to be none.
     *
     * @param folder of the invocation
     * @param history the file of the dashboard's history
     * @throws BasculeException USAGE_ERROR where it would be the history's file
     */
    Optional<CoordinatorPlace> place(Config config, Path folder, Path history) {
        if (!coordinator) {
            return Optional.empty();
        }
        Path file = folder.resolve(Optional.ofNullable(store)
                .orElseGet(() -> Path.of(config.usualStore(CoordinatorStore.USUAL, STORE_OPTION))));
        if (file.toAbsolutePath()
                .normalize()
                .equals(folder.resolve(history).toAbsolutePath().normalize())) {
            throw usage("'%s' is the history: the coordinator holds a file of its own".formatted(file));
        }
        return Optional.of(new CoordinatorPlace(
                Optional.ofNullable(host).orElse(CoordinatorPlace.USUAL_HOST),
                Optional.ofNullable(port).orElse(CoordinatorPlace.USUAL_PORT),
                file));
    }

    private static BasculeException usage(String message) {
        return new BasculeException(ErrorCode.USAGE_ERROR, message, "bascule serve --help");
    }
}
