package dev.bascule.cli.distributed;

import dev.bascule.cli.output.Style;
import dev.bascule.fallback.error.Failure;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.distributed.LinkLimit;
import dev.bascule.studies.distributed.RankEngine.Facts;
import dev.bascule.studies.distributed.RankRun.Network;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What all of {@code distributed} says alike. Stateless. */
final class RankText {
    private static final double MEGA = 1e6;

    private RankText() {}

    static String facts(Facts facts) {
        List<String> unused = Stream.concat(
                        facts.backends().stream().filter(each -> !each.equals(Facts.USED)), facts.others().stream())
                .toList();
        return "PyTorch %s (%s), ranks talk by %s; %s%s%n"
                .formatted(
                        facts.torch(),
                        facts.python(),
                        Facts.USED,
                        Figures.counted(facts.processors(), "processor"),
                        unused.isEmpty()
                                ? "; neither DeepSpeed, Ray, Horovod nor MPI is here"
                                : "; also here, and not used: " + String.join(", ", unused));
    }

    static String heading(Style style, int ranks, boolean oversubscribed, Network network, Optional<LinkLimit> link) {
        return "%n%s over %s%s%s%n"
                .formatted(
                        style.strong(ranks + " ranks"),
                        network.words(),
                        link.map(limit -> " of " + limit.words()).orElse(""),
                        oversubscribed ? ", oversubscribed: there are fewer processors" : "");
    }

    static String findings(List<Finding> findings) {
        StringBuilder text = new StringBuilder();
        findings.forEach(finding -> text.append("%s %s: %s%n"
                .formatted(
                        switch (finding.verdict()) {
                            case HOLDS -> "holds";
                            case BROKEN -> "BROKEN";
                            case NOT_JUDGED -> "not judged:";
                        },
                        finding.invariant().words(),
                        finding.words())));
        return text.toString();
    }

    static String failure(Optional<Failure> failure) {
        return failure.map(each -> "FAILED %s%n".formatted(each.message())).orElse("");
    }

    /** In bytes a second. */
    static String bandwidth(Optional<Double> value) {
        return value.map(each -> Figures.significant(each / MEGA) + " MB/s").orElse("-");
    }
}
