package dev.bascule.cli.workers;

import dev.bascule.cli.command.Ages;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.workers.coordinator.CoordinatorSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Who is let in by a coordinator, how it places jobs, how long it keeps them, and what broker they go over. */
public final class CoordinatorOptions {
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
            names = "--tokens",
            paramLabel = "DIR",
            description =
                    "Write the addresses with their tokens into files of this folder, closed to others, and do not print"
                            + " them. A file whose token is good still keeps it.")
    private @Nullable Path tokens;

    @Mixin
    private final PlacementOptions placement = new PlacementOptions();

    @Option(
            names = "--keep",
            paramLabel = "AGE",
            description =
                    "How long a run that is over stays, with its results, fetched or not: hours, days or weeks such as"
                            + " 36h, 30d (default) or 8w.")
    private @Nullable String keep;

    @Mixin
    private final BrokerOptions broker = new BrokerOptions();

    /** Names of workers. */
    List<String> invited() {
        return invited;
    }

    List<String> submitters() {
        return submitters;
    }

    List<String> revoked() {
        return revoked;
    }

    /** As typed. */
    Optional<Path> tokens() {
        return Optional.ofNullable(tokens);
    }

    PlacementOptions placement() {
        return placement;
    }

    /**
     * How long a run that is over stays.
     *
     * @throws BasculeException USAGE_ERROR for what is no time, or none at all
     */
    Duration kept() {
        if (keep == null) {
            return CoordinatorSettings.USUALLY_KEPT;
        }
        Duration age = Ages.read("--keep", keep, "bascule coordinator --keep 30d");
        if (age.isZero()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "with --keep %s results would go before anybody fetches them".formatted(keep),
                    "bascule coordinator --keep 1h");
        }
        return age;
    }

    BrokerOptions broker() {
        return broker;
    }

    /**
     * @param typed whether it was said where its own broker is to listen
     * @param names of the options that say so
     * @throws BasculeException USAGE_ERROR where it has none, since others run one for it
     */
    public void checkListening(boolean typed, String names) {
        if (typed && broker.isAny()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "%s say where a coordinator's own broker listens: with --broker it has none".formatted(names),
                    "leave them out; --broker ssl://HOST:PORT says where members connect to");
        }
    }

    /** Whether any of it was typed. */
    public boolean isAny() {
        return !invited.isEmpty()
                || !submitters.isEmpty()
                || !revoked.isEmpty()
                || tokens != null
                || placement.isAny()
                || keep != null
                || broker.isAny();
    }
}
