package dev.bascule.cli.distributed;

import dev.bascule.cli.command.CliContext;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.Nearest;
import dev.bascule.studies.distributed.Collective;
import dev.bascule.studies.distributed.CommPlan;
import dev.bascule.studies.distributed.CommReport;
import dev.bascule.studies.distributed.DistributedService;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "comm",
        description = {
            "Times collectives between ranks, checks each result against what the host computes, and counts the bytes on their way.",
            "Bandwidths are those of nccl-tests. Times are of the slowest rank.",
            "With several numbers of ranks, a cost model is fitted to the times of the fewest and held against all others."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  bascule distributed comm --ranks 2,4",
            "  bascule distributed comm --ranks 2 --link 100mbit --collectives all-reduce --sizes 1048576,8388608",
            "  bascule distributed comm --ranks 2,3,4 --link 100mbit,5ms --foretell 8,16"
        })
final class CommCommand extends RankCommand {
    private static final long LARGEST = 64 << 20;
    private static final int MANY = 1024;
    private static final List<Integer> FORETOLD = List.of(8, 16);

    @Option(
            names = "--collectives",
            split = ",",
            paramLabel = "NAME",
            description = "Of all-reduce, all-gather, reduce-scatter, broadcast and all-to-all (default: all).")
    private List<String> collectives = List.of();

    @Option(
            names = "--sizes",
            split = ",",
            paramLabel = "BYTES",
            description = "Of a rank's whole buffer (default: 8 to 64 MiB, each eight times the one before).")
    private List<Long> sizes = List.of(8L, 64L, 512L, 4096L, 32_768L, 262_144L, 2_097_152L, 16_777_216L, LARGEST);

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each is timed (default: ${DEFAULT-VALUE}).",
            defaultValue = "5")
    private int rounds = 5;

    @Option(
            names = "--foretell",
            split = ",",
            paramLabel = "N",
            description =
                    "Numbers of ranks that are not run: what they would take, with an interval from the errors of those that are"
                            + " (default: 8,16).")
    private List<Integer> foretell = List.of();

    CommCommand(CliContext context) {
        super(context);
    }

    @Override
    Result result(DistributedService service, DistributedService.Listener listener) {
        CommReport report = service.comm(plan(), listener);
        return new Result(
                new CommText(console().outStyle()).of(report),
                CostDocument.with(DistributedDocument.of(report), report.cost()),
                report.groups().stream().allMatch(CommReport.Group::holds));
    }

    private CommPlan plan() {
        if (rounds < 1 || rounds > 1000) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "--rounds is from 1 to 1000");
        }
        for (long size : sizes) {
            if (size < 1 || size > LARGEST) {
                throw new BasculeException(ErrorCode.USAGE_ERROR, "--sizes are from 1 to %d bytes".formatted(LARGEST));
            }
        }
        for (int ranks : foretell) {
            if (ranks < 2 || ranks > MANY) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR, "--foretell takes counts from 2 to %d, not %d".formatted(MANY, ranks));
            }
        }
        int most = options().ranks().stream().mapToInt(Integer::intValue).max().orElseThrow();
        for (int ranks : foretell) {
            if (ranks <= most) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "--foretell is of more ranks than are run: %d are, not %d".formatted(most, ranks));
            }
        }
        return new CommPlan(
                options().ranks(),
                sizes.stream().sorted().distinct().toList(),
                chosen(),
                rounds,
                (foretell.isEmpty() ? FORETOLD : foretell)
                        .stream().sorted().distinct().toList(),
                options().link(),
                options().limit());
    }

    private List<Collective> chosen() {
        if (collectives.isEmpty()) {
            return List.of(Collective.values());
        }
        List<String> words =
                Arrays.stream(Collective.values()).map(Collective::word).toList();
        return collectives.stream()
                .distinct()
                .map(word -> Collective.of(word)
                        .orElseThrow(() -> new BasculeException(
                                ErrorCode.USAGE_ERROR,
                                "there is no collective '%s'%s".formatted(word, Nearest.hint(word, words)))))
                .toList();
    }
}
