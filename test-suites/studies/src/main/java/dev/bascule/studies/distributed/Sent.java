package dev.bascule.studies.distributed;

import dev.bascule.studies.distributed.RankRun.Counter;
import dev.bascule.studies.distributed.RankRun.Network;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Bytes that all ranks sent while they trained one way.
 *
 * @param counted by the kernel, headers included
 * @param theory what must be sent, above 0
 */
public record Sent(long counted, double theory) {
    /** Empty where one was not counted, or nothing is to be sent. */
    static Optional<Sent> of(RankRun run, String way, double theory) {
        // A loopback has all ranks' bytes.
        List<Optional<Long>> sent = IntStream.range(0, run.network() == Network.LINKS ? run.ranks() : 1)
                .mapToObj(rank -> run.counter(rank, way + "/begin")
                        .flatMap(before -> run.counter(rank, way + "/end")
                                .map(Counter::sent)
                                .map(after -> after - before.sent())))
                .toList();
        return theory <= 0 || sent.stream().anyMatch(Optional::isEmpty)
                ? Optional.empty()
                : Optional.of(
                        new Sent(sent.stream().mapToLong(Optional::orElseThrow).sum(), theory));
    }

    public double ratio() {
        return counted / theory;
    }
}
