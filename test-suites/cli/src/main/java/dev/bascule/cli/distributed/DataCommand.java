package dev.bascule.cli.distributed;

import dev.bascule.cli.command.CliContext;
import dev.bascule.studies.distributed.DistributedService;
import dev.bascule.studies.distributed.TrainingReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "data",
        description = {
            "Trains a small network on generated data by several workers, each with a part of each batch, and by one with all of it:"
                    + " both must end in the same parameters.",
            "By hand, by DistributedDataParallel, with uneven shards, and with gradients added up without talking."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule distributed data --ranks 2,4",
            "  bascule distributed data --ranks 2 --batch 1024 --json > data.json"
        })
final class DataCommand extends RankCommand {
    @Mixin
    private final TrainingOptions training = new TrainingOptions();

    DataCommand(CliContext context) {
        super(context);
    }

    @Override
    void refuse() {
        training.plan(options(), options().limit());
    }

    @Override
    Result result(DistributedService service, DistributedService.Listener listener) {
        TrainingReport report = service.data(training.plan(options(), options().limit()), listener);
        return new Result(
                new TrainingText(console().outStyle()).of(report, "one worker with the whole batch"),
                TrainingDocument.of("data", report),
                report.holds());
    }
}
