package dev.bascule.cli.distributed;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.studies.distributed.LinkLimit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How many ranks, and what lies between them. */
final class RankOptions {
    private static final int MOST = 16;

    @Option(
            names = "--ranks",
            split = ",",
            paramLabel = "N",
            description = "How many ranks, each in turn (default: 2,4; of mixed 4).")
    private List<Integer> ranks = List.of();

    @Option(
            names = "--link",
            paramLabel = "RATE[,LATENCY]",
            description =
                    "A link for each rank, as fast as this, and what is sent as long on its way from one to another: 100mbit, 1gbit,"
                            + " 100mbit,5ms. By network namespaces, as root on Linux (default: the loopback, one of the ranks' own"
                            + " where this user may have that).")
    private Optional<String> link = Optional.empty();

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            description = "How long one run of ranks may take (default: ${DEFAULT-VALUE}).",
            defaultValue = "600")
    private int limit = 600;

    List<Integer> ranks() {
        return ranks(List.of(2, 4));
    }

    /** @param usual where none are named */
    List<Integer> ranks(List<Integer> usual) {
        for (int count : ranks) {
            if (count < 2 || count > MOST) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR, "--ranks takes counts from 2 to %d, not %d".formatted(MOST, count));
            }
        }
        return ranks.isEmpty() ? usual : ranks.stream().distinct().toList();
    }

    Optional<LinkLimit> link() {
        return link.map(text -> LinkLimit.parse(text)
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        ("--link '%s' is no rate from 1mbit on, such as 100mbit, nor one with a latency of up to 1000ms, such as"
                                        + " 100mbit,5ms")
                                .formatted(text))));
    }

    Duration limit() {
        if (limit < 1) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "--limit is a second or more");
        }
        return Duration.ofSeconds(limit);
    }
}
