package dev.bascule.cli.workers;

import dev.bascule.app.orders.JobPredictions;
import dev.bascule.app.orders.KnownMachines;
import dev.bascule.bridge.tls.CertificateFolder;
import dev.bascule.bridge.tls.SubjectName;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.HistoryAccess;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import dev.bascule.scheduling.policy.Policy;
import dev.bascule.workers.broker.OutsideBrokerSettings;
import dev.bascule.workers.coordinator.Coordinator;
import dev.bascule.workers.coordinator.CoordinatorSettings;
import dev.bascule.workers.coordinator.PoolLimits;
import dev.bascule.workers.coordinator.Tokens;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.join.Role;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A coordinator on its ledger, with those let in that the options name. Closed by whoever started it. */
public final class RunningCoordinator implements AutoCloseable {
    private final History history;
    private final Coordinator coordinator;
    private final Revocations asked;
    private final Optional<OutsideBrokerSettings> outside;
    private final CoordinatorPlace place;

    private RunningCoordinator(
            History history,
            Coordinator coordinator,
            Revocations asked,
            Optional<OutsideBrokerSettings> outside,
            CoordinatorPlace place) {
        this.history = history;
        this.coordinator = coordinator;
        this.asked = asked;
        this.outside = outside;
        this.place = place;
    }

    /**
     * Starts one, and says so. What was asked of its tokens is done, or refused, before anything listens.
     *
     * @param seed of what the policy draws
     * @param known what was measured, to predict times from; read once, by a thread of its own
     * @param lines takes a line to copy for each who was let in; where tokens are not in files, they are in it
     * @throws BasculeException where another process holds the ledger or the port, or an option makes no sense
     */
    public static RunningCoordinator start(
            CliContext context,
            CoordinatorPlace place,
            CoordinatorOptions options,
            long seed,
            Supplier<KnownMachines> known,
            Consumer<String> lines) {
        Duration keep = options.kept();
        Optional<OutsideBrokerSettings> outside = options.broker().settings(context.folder(), place.folder());
        Policy placing = options.placement().policy(seed);
        Consumer<String> say = context.console()::say;
        Optional<TokenFiles> files =
                options.tokens().map(folder -> new TokenFiles(context.folder().resolve(folder)));
        History history = ledger(context, place);
        try {
            takeBack(history, options.revoked(), say);
            files.ifPresent(all -> all.check(history, options.invited(), options.submitters()));
            Coordinator coordinator = Coordinator.start(
                    settings(context, place, keep, outside),
                    history,
                    placing,
                    new JobPredictions(known),
                    context.clock());
            try {
                new Guests(coordinator, options, files, lines).letIn(say);
                Revocations asked =
                        Revocations.watch(place.folder(), id -> TakenBack.tell(id, coordinator.revoke(id), say));
                return new RunningCoordinator(history, coordinator, asked, outside, place);
            } catch (RuntimeException e) {
                coordinator.close();
                throw e;
            }
        } catch (RuntimeException e) {
            history.close();
            throw e;
        }
    }

    private static History ledger(CliContext context, CoordinatorPlace place) {
        try {
            return HistoryOpening.await(
                    HistoryAccess.open(context, place.store().toString()));
        } catch (BasculeException e) {
            if (e.code() != ErrorCode.STORE_LOCKED) {
                throw e;
            }
            // What helps with a history does not here: jobs and tokens are in this file and in no other.
            throw BasculeException.because(
                    e,
                    e.code(),
                    "jobs and tokens cannot be kept there: %s".formatted(e.getMessage()),
                    "the other process is the coordinator of these jobs: send runs to it, or end it first; its jobs are kept",
                    "another coordinator, with jobs and tokens of its own: coordinator --store FILE, serve --coordinator-store FILE");
        }
    }

    private static void takeBack(History history, List<String> revoked, Consumer<String> say) {
        if (revoked.isEmpty()) {
            return;
        }
        List<String> back = Tokens.takeBack(history, revoked);
        say.accept(
                back.isEmpty()
                        ? "taken back before: " + String.join(", ", revoked)
                        : "let in no longer: " + String.join(", ", back));
    }

    private static CoordinatorSettings settings(
            CliContext context, CoordinatorPlace place, Duration keep, Optional<OutsideBrokerSettings> outside) {
        Path folder = place.folder();
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        char[] password = Base64.getEncoder().encodeToString(random).toCharArray();
        // A name that never changes: tokens are for this very certificate, whatever the machine is called.
        var identity = new CertificateFolder(folder.resolve("tls"), context.clock())
                .obtain(Set.of(SubjectName.of("localhost")));
        return new CoordinatorSettings(
                place.host(),
                place.port(),
                place.announced(),
                folder,
                identity.keyStore(password),
                password,
                PoolLimits.USUAL,
                keep,
                outside);
    }

    /** Those whom the options let in. */
    private record Guests(
            Coordinator coordinator, CoordinatorOptions options, Optional<TokenFiles> files, Consumer<String> lines) {

        void letIn(Consumer<String> say) {
            boolean first = coordinator.workers().isEmpty() && options.revoked().isEmpty();
            boolean nobody = options.invited().isEmpty() && options.submitters().isEmpty();
            List<String> workers = first && nobody ? List.of("worker") : options.invited();
            List<String> senders = first && nobody ? List.of("submitter") : options.submitters();
            workers.forEach(name -> show(name, Role.WORKER, "bascule worker --join '%s'"));
            senders.forEach(name -> show(name, Role.SUBMITTER, "bascule run quickstart --on '%s'"));
            Set<String> strangers = coordinator.withoutAccount();
            if (!strangers.isEmpty()) {
                say.accept(
                        "the broker lets in no longer, having no account for them: %s; --invite NAME and --submitter NAME with the"
                                        .formatted(String.join(", ", new TreeSet<>(strangers)))
                                + " folder of their --tokens give them one again, and without it a new token; --revoke takes back what nobody"
                                + " needs");
            } else if (workers.isEmpty() && senders.isEmpty()) {
                say.accept("tokens that were issued before are good; --invite NAME and --submitter NAME issue more");
            }
        }

        private void show(String name, Role role, String line) {
            lines.accept(files.map(all -> line.replace("'%s'", "@" + all.issue(coordinator, name, role)))
                    .orElseGet(
                            () -> line.formatted(coordinator.invite(name, role).text())));
        }
    }

    public Coordinator coordinator() {
        return coordinator;
    }

    /** Where it is reached, without a token. */
    public String url() {
        return outside.map(there -> JoinAddress.url(there.host(), there.port()))
                .orElseGet(() -> JoinAddress.url(place.announced(), coordinator.port()));
    }

    /** Where jobs come and go, in words. */
    public String where() {
        return outside.map(there ->
                        "jobs go over the broker at %s:%d; its administrator finds accounts and permissions in %s"
                                .formatted(there.host(), there.port(), there.folder()))
                .orElseGet(() -> "listening on port %d".formatted(coordinator.port()));
    }

    @Override
    public void close() {
        asked.close();
        coordinator.close();
        history.close();
    }
}
