package dev.bascule.cli.workers;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.bridge.tls.CertificateFolder;
import dev.bascule.bridge.tls.OwnNames;
import dev.bascule.bridge.tls.SubjectName;
import dev.bascule.cli.command.CliCommand;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.workers.coordinator.Coordinator;
import dev.bascule.workers.coordinator.CoordinatorSettings;
import dev.bascule.workers.coordinator.PoolLimits;
import dev.bascule.workers.coordinator.Tokens;
import dev.bascule.workers.join.Role;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
            "  bascule coordinator --submitter anna --tokens tokens    tokens in files, for --join @tokens/mac"
        })
public final class CoordinatorCommand extends CliCommand {
    private static final int PORT = 7423;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Option(names = "--host", paramLabel = "ADDRESS", description = "Address to listen on (default: 127.0.0.1).")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port to listen on, 0 for a free one (default: " + PORT + ").")
    private int port = PORT;

    @Option(
            names = "--invite",
            split = ",",
            paramLabel = "NAME,…",
            description = "Issue a token for each of these workers. A worker has a token of its own, and keeps it.")
    private List<String> invited = List.of();

    @Option(
            names = "--submitter",
            split = ",",
            paramLabel = "NAME,…",
            description = "Issue a token for each of these, who may send runs.")
    private List<String> submitters = List.of();

    @Option(
            names = "--revoke",
            split = ",",
            paramLabel = "NAME|ID,…",
            description = "Take tokens back, before anybody is let in: one by its id, or all of a name.")
    private List<String> revoked = List.of();

    @Option(
            names = "--running",
            description =
                    "With --revoke: have the coordinator that runs on this --store do it, and start none. Its user only"
                            + " may: it is asked by a file beside the store.")
    private boolean running;

    @Option(
            names = "--tokens",
            paramLabel = "DIR",
            description =
                    "Write the addresses with their tokens into files of this folder, closed to others, and do not print"
                            + " them. A file whose token is good still keeps it.")
    private @Nullable Path tokens;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description =
                    "How jobs are placed: assignment (default), delay, fifo, random, least-loaded or fixed-priority.")
    private String policy = Policies.USUAL;

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
        if (running) {
            return context().interrupts().during(() -> revokeInRunning(config));
        }
        var placing = Policies.of(policy, config.get(Keys.SEED));
        return context().interrupts().during(() -> {
            try (History history = ledger(config);
                    Coordinator coordinator = Coordinator.start(
                            settings(config),
                            history,
                            placing,
                            (job, worker) -> new ServiceTime.Unknown("no such job was done on such a machine yet"),
                            context().clock())) {
                letIn(coordinator);
                console()
                        .say("listening on port %d; Ctrl-C stops, and what is waiting stays"
                                .formatted(coordinator.port()));
                Revocations asked = Revocations.watch(folder(config), id -> revoke(coordinator, id));
                try {
                    untilInterrupted(coordinator);
                } finally {
                    asked.close();
                }
                return ExitCode.OK;
            }
        });
    }

    /** With what was asked of its tokens done, or refused before anything listens. */
    private History ledger(Config config) {
        History history = HistoryOpening.await(HistoryAccess.open(context(), CoordinatorStore.in(config)));
        try {
            if (!revoked.isEmpty()) {
                List<String> back = Tokens.takeBack(history, revoked);
                console()
                        .say(
                                back.isEmpty()
                                        ? "taken back before: " + String.join(", ", revoked)
                                        : "let in no longer: " + String.join(", ", back));
            }
            files().ifPresent(files -> files.check(history, invited, submitters));
            return history;
        } catch (RuntimeException e) {
            history.close();
            throw e;
        }
    }

    private Optional<TokenFiles> files() {
        return Optional.ofNullable(tokens)
                .map(folder -> new TokenFiles(context().folder().resolve(folder)));
    }

    private static void untilInterrupted(Coordinator coordinator) {
        try {
            coordinator.await();
        } catch (InterruptedException e) {
            // The end that was asked for.
        }
    }

    private CoordinatorSettings settings(Config config) {
        Path folder = folder(config);
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        char[] password = Base64.getEncoder().encodeToString(random).toCharArray();
        // A name that never changes: tokens are for this very certificate, whatever the machine is called.
        var identity = new CertificateFolder(folder.resolve("tls"), context().clock())
                .obtain(Set.of(SubjectName.of("localhost")));
        return new CoordinatorSettings(
                host, port, announced(), folder, identity.keyStore(password), password, PoolLimits.USUAL);
    }

    /** What the coordinator keeps beside its history. */
    private Path folder(Config config) {
        return Optional.ofNullable(
                        context().folder().resolve(CoordinatorStore.in(config)).getParent())
                .orElse(context().folder())
                .resolve("coordinator");
    }

    /** What others reach it by. */
    private String announced() {
        return host.equals("0.0.0.0") || host.equals("::")
                ? OwnNames.ofThisMachine().addresses().stream()
                        .findFirst()
                        .map(InetAddress::getHostAddress)
                        .orElse("localhost")
                : host;
    }

    private boolean revoke(Coordinator coordinator, String id) {
        boolean known = coordinator.revoke(id);
        tell(id, known);
        return known;
    }

    private void tell(String id, boolean known) {
        console()
                .say(
                        known
                                ? "%s is let in no longer".formatted(id)
                                : "there is no %s; `bascule queue` shows workers with their ids".formatted(id));
    }

    private ExitCode revokeInRunning(Config config) {
        if (revoked.isEmpty()) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "--running belongs to --revoke", "--revoke ID --running");
        }
        boolean all = true;
        try {
            for (String id : revoked) {
                boolean known = Revocations.ask(folder(config), id, PATIENCE);
                tell(id, known);
                all = all && known;
            }
        } catch (InterruptedException e) {
            return ExitCode.INTERRUPTED;
        }
        return all ? ExitCode.OK : ErrorCode.USAGE_ERROR.exitCode();
    }

    private void letIn(Coordinator coordinator) {
        boolean first = coordinator.workers().isEmpty() && revoked.isEmpty();
        boolean nobody = invited.isEmpty() && submitters.isEmpty();
        List<String> workers = first && nobody ? List.of("worker") : invited;
        List<String> senders = first && nobody ? List.of("submitter") : submitters;
        workers.forEach(name -> show(coordinator, name, Role.WORKER, "bascule worker --join '%s'"));
        senders.forEach(name -> show(coordinator, name, Role.SUBMITTER, "bascule run quickstart --on '%s'"));
        if (workers.isEmpty() && senders.isEmpty()) {
            console().say("tokens that were issued before are good; --invite NAME and --submitter NAME issue more");
        }
    }

    private void show(Coordinator coordinator, String name, Role role, String line) {
        console()
                .print(files().map(files -> line.replace("'%s'", "@" + files.issue(coordinator, name, role)))
                        .orElseGet(() ->
                                line.formatted(coordinator.invite(name, role).text())));
    }
}
