package dev.bascule.cli.workers;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.workers.coordinator.Coordinator;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "coordinator",
        abbreviateSynopsis = true,
        description = {
            "Makes one pool of many machines: workers join it, runs are sent to it, until Ctrl-C. Prints the line for each.",
            "Keeps its jobs in a file of its own, not in the history: started again on the same --store it goes on, and workers"
                    + " come back by themselves. Everything goes over one port with TLS; an address has the certificate's"
                    + " fingerprint in it."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule coordinator                                     workers and submitters on this machine",
            "  bascule coordinator --host 0.0.0.0 --invite mac,gpu-box  others; a token for each",
            "  bascule coordinator --revoke gpu-box-1f2e3d4c           lets that one in no longer, from this start on",
            "  bascule coordinator --revoke gpu-box-1f2e3d4c --running  asks the one that runs on this store",
            "  bascule coordinator --submitter anna --tokens tokens    tokens in files, for --join @tokens/mac",
            "  bascule coordinator --broker ssl://mq.lab:61617 --broker-login mq.txt --invite mac   over the team's Artemis"
        })
public final class CoordinatorCommand extends CliCommand {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Option(names = "--host", paramLabel = "ADDRESS", description = "Address to listen on (default: 127.0.0.1).")
    private @Nullable String host;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port to listen on, 0 for a free one (default: " + CoordinatorPlace.USUAL_PORT + ").")
    private @Nullable Integer port;

    @Option(
            names = "--running",
            description =
                    "With --revoke: have the coordinator that runs on this --store do it, and start none. Its user only"
                            + " may: it is asked by a file beside the store.")
    private boolean running;

    @Mixin
    private final CoordinatorOptions options = new CoordinatorOptions();

    @Mixin
    private final CoordinatorStore store = new CoordinatorStore();

    CoordinatorCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        options.checkListening(host != null || port != null, "--host and --port");
        CoordinatorPlace place = new CoordinatorPlace(
                Optional.ofNullable(host).orElse(CoordinatorPlace.USUAL_HOST),
                Optional.ofNullable(port).orElse(CoordinatorPlace.USUAL_PORT),
                context().folder().resolve(CoordinatorStore.in(config)));
        if (running) {
            return context().interrupts().during(() -> revokeInRunning(place));
        }
        return context().interrupts().during(() -> {
            try (RunningCoordinator own = RunningCoordinator.start(
                    context(),
                    place,
                    options,
                    config.get(Keys.SEED),
                    ForecastSource.of(context(), config),
                    console()::print)) {
                console().say(own.where() + "; Ctrl-C stops, and what is waiting stays");
                untilInterrupted(own.coordinator());
                return ExitCode.OK;
            }
        });
    }

    private static void untilInterrupted(Coordinator coordinator) {
        try {
            coordinator.await();
        } catch (InterruptedException e) {
            // The end that was asked for.
        }
    }

    private ExitCode revokeInRunning(CoordinatorPlace place) {
        List<String> revoked = options.revoked();
        if (revoked.isEmpty()) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "--running belongs to --revoke", "--revoke ID --running");
        }
        boolean all = true;
        try {
            for (String id : revoked) {
                boolean known = Revocations.ask(place.folder(), id, PATIENCE);
                all = TakenBack.tell(id, known, console()::say) && all;
            }
        } catch (InterruptedException e) {
            return ExitCode.INTERRUPTED;
        }
        return all ? ExitCode.OK : ErrorCode.USAGE_ERROR.exitCode();
    }
}
