package dev.bascule.cli.distributed;

import dev.bascule.cli.command.CliContext;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.studies.distributed.DataPlan;
import dev.bascule.studies.distributed.DistributedService;
import dev.bascule.studies.distributed.FaultKind;
import dev.bascule.studies.distributed.FaultPlan;
import dev.bascule.studies.distributed.FaultReport;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "faults",
        description = {
            "Kills or stops a worker in the middle of its training, takes its link away, lets it be of another version, or goes on"
                    + " without it: when the others notice, what is lost, how soon it goes on from the last checkpoint, and whether"
                    + " it ends where an undisturbed run ends, bit for bit."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule distributed faults --ranks 2",
            "  bascule distributed faults --ranks 4 --patience 10 --steps 100",
            "  bascule distributed faults --ranks 3 --kinds link-down,elastic --link 100mbit,5ms"
        })
final class FaultsCommand extends RankCommand {
    private static final int LEAST = 3;

    @Mixin
    private final TrainingOptions training = new TrainingOptions();

    @Option(
            names = "--patience",
            paramLabel = "SECONDS",
            description = "How long a worker waits for another before it gives up (default: ${DEFAULT-VALUE}).",
            defaultValue = "30")
    private int patience = 30;

    @Option(
            names = "--kinds",
            split = ",",
            paramLabel = "KIND",
            description =
                    "Of kill, stall, straggle, link-down, link-flap, version and elastic (default: all that this machine can do)."
                            + " Without --link, a link that is harmed is of 1gbit.")
    private List<String> kinds = List.of();

    @Option(
            names = "--within",
            paramLabel = "SECONDS",
            description =
                    "How long it may take from a fault to the first step after the new start (default: ${DEFAULT-VALUE}).",
            defaultValue = "120")
    private int within = 120;

    FaultsCommand(CliContext context) {
        super(context);
    }

    @Override
    void refuse() {
        plan();
    }

    @Override
    Result result(DistributedService service, DistributedService.Listener listener) {
        FaultReport report = service.faults(plan(), listener);
        return new Result(
                new FaultText(console().outStyle()).of(report),
                DistributedDocument.of(report),
                report.rows().stream().allMatch(FaultReport.Row::holds));
    }

    private FaultPlan plan() {
        if (patience < LEAST) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "--patience is %d seconds or more: a straggler is late by one".formatted(LEAST));
        }
        DataPlan plan = training.plan(options(), Duration.ofSeconds(patience));
        if (plan.every() > plan.steps() / 2) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "the fault comes in the middle of %d steps, before the first checkpoint at %d: --every is %d at most"
                            .formatted(plan.steps(), plan.every(), plan.steps() / 2));
        }
        if (within < 1) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "--within is a second or more");
        }
        List<FaultKind> chosen = chosen();
        if (patience >= within && chosen.stream().anyMatch(FaultsCommand::silent)) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "a rank that is silent is noticed after --patience, %d seconds: --within is more than that"
                            .formatted(patience));
        }
        return new FaultPlan(plan, chosen, !kinds.isEmpty(), Duration.ofSeconds(within));
    }

    /** Nothing of it is seen but that no word comes. */
    private static boolean silent(FaultKind kind) {
        return kind == FaultKind.STALLED || kind == FaultKind.LINK_DOWN;
    }

    private List<FaultKind> chosen() {
        if (kinds.isEmpty()) {
            return List.of(FaultKind.values());
        }
        List<String> words =
                Arrays.stream(FaultKind.values()).map(FaultKind::option).toList();
        return kinds.stream()
                .distinct()
                .map(word -> FaultKind.of(word)
                        .orElseThrow(() -> new BasculeException(
                                ErrorCode.USAGE_ERROR,
                                "there is no fault '%s'%s".formatted(word, Nearest.hint(word, words)))))
                .toList();
    }
}
