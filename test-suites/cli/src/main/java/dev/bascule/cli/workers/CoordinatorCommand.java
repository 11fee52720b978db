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
import dev.bascule.cli.options.StoreOption;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.secret.PrivateFiles;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.time.ServiceTime;
import dev.bascule.workers.coordinator.Coordinator;
import dev.bascule.workers.coordinator.CoordinatorSettings;
import dev.bascule.workers.coordinator.PoolLimits;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.join.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
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
            "Keeps its jobs in the history file: started again on the same --store it goes on, and workers come back by"
                    + " themselves. Everything goes over one port with TLS; an address has the certificate's fingerprint in it."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule coordinator                                     workers and submitters on this machine",
            "  bascule coordinator --host 0.0.0.0 --invite mac,gpu-box  others; a token for each",
            "  bascule coordinator --revoke gpu-box                    lets that one in no longer",
            "  bascule coordinator --submitter anna --tokens tokens    tokens in files, for --join @tokens/mac"
        })
public final class CoordinatorCommand extends CliCommand {
    private static final int PORT = 7423;

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
            paramLabel = "ID,…",
            description = "Take these tokens back, before anybody is let in.")
    private List<String> revoked = List.of();

    @Option(
            names = "--tokens",
            paramLabel = "DIR",
            description =
                    "Write the addresses with their tokens into files of this folder, closed to others, and do not print"
                            + " them.")
    private @Nullable Path tokens;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description =
                    "How jobs are placed: assignment (default), delay, fifo, random, least-loaded or fixed-priority.")
    private String policy = Policies.USUAL;

    @Mixin
    private final StoreOption store = new StoreOption();

    CoordinatorCommand(CliContext context) {
        super(context);
    }

    @Override
    protected List<Flags> flags() {
        return List.of(store.flags());
    }

    @Override
    protected ExitCode execute(Config config) {
        var placing = Policies.of(policy, config.get(Keys.SEED));
        return context().interrupts().during(() -> {
            try (History history = HistoryOpening.await(HistoryAccess.open(context(), config.get(Keys.STORE)));
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
                untilInterrupted(coordinator);
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

    private CoordinatorSettings settings(Config config) {
        Path folder = Optional.ofNullable(
                        context().folder().resolve(config.get(Keys.STORE)).getParent())
                .orElse(context().folder())
                .resolve("coordinator");
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        char[] password = Base64.getEncoder().encodeToString(random).toCharArray();
        // A name that never changes: tokens are for this very certificate, whatever the machine is called.
        var identity = new CertificateFolder(folder.resolve("tls"), context().clock())
                .obtain(Set.of(SubjectName.of("localhost")));
        return new CoordinatorSettings(
                host, port, announced(), folder, identity.keyStore(password), password, PoolLimits.USUAL);
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

    private void letIn(Coordinator coordinator) {
        for (String id : revoked) {
            console()
                    .say(
                            coordinator.revoke(id)
                                    ? "%s is let in no longer".formatted(id)
                                    : "there is no %s".formatted(id));
        }
        boolean first = coordinator.workers().isEmpty() && revoked.isEmpty();
        boolean nobody = invited.isEmpty() && submitters.isEmpty();
        List<String> workers = first && nobody ? List.of("worker") : invited;
        List<String> senders = first && nobody ? List.of("submitter") : submitters;
        workers.forEach(name -> show(name, coordinator.invite(name, Role.WORKER), "bascule worker --join '%s'"));
        senders.forEach(
                name -> show(name, coordinator.invite(name, Role.SUBMITTER), "bascule run quickstart --on '%s'"));
        if (workers.isEmpty() && senders.isEmpty()) {
            console().say("tokens that were issued before are good; --invite NAME and --submitter NAME issue more");
        }
    }

    private void show(String name, JoinAddress address, String line) {
        Path kept = tokens;
        if (kept == null) {
            console().print(line.formatted(address.text()));
            return;
        }
        Path file = context().folder().resolve(kept).resolve(name);
        try {
            PrivateFiles.prepareFolder(file.resolveSibling(""));
            PrivateFiles.replace(file, address.text() + "\n");
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "the token cannot be kept in '%s': %s".formatted(file, e));
        }
        console().print(line.replace("'%s'", "@" + file));
    }
}
