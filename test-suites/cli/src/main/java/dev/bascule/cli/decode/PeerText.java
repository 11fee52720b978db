package dev.bascule.cli.decode;

import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.measure.Summary;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.decode.DecodeReport;
import dev.bascule.studies.decode.DepthTimes;
import dev.bascule.studies.decode.Judgement;
import dev.bascule.studies.decode.PeerDecoding;
import dev.bascule.studies.decode.PeerEngine.PeerAnswer;
import dev.bascule.studies.decode.PeerEngine.PeerPrefill;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** What {@code decode} says of peers: figures as the targets', no verdict. Immutable. */
record PeerText(Style style) {
    String of(DecodeReport report) {
        List<PeerDecoding> peers = report.peers();
        if (peers.isEmpty()) {
            return "";
        }
        return "\n" + speeds(peers, report.written().tokens().size()) + "\n" + prompts(peers) + "\n" + values(peers)
                + "\n"
                + peers.stream().map(peer -> lines(peer, report)).collect(Collectors.joining());
    }

    private static String speeds(List<PeerDecoding> peers, int written) {
        TextTable table = new TextTable(
                "peer", "threads", "tokens/s", "at first", "at last", "p50", "p90", "p99", "its own text");
        for (PeerDecoding peer : peers) {
            Optional<Summary> summary = peer.times().flatMap(DepthTimes::summary);
            List<DepthTimes.Span> spans = peer.times().map(DepthTimes::spans).orElse(List.of());
            table.row(
                    peer.name(),
                    peer.answer().threads().isPresent()
                            ? String.valueOf(peer.answer().threads().getAsInt())
                            : "-",
                    peer.times()
                            .flatMap(DepthTimes::tokensPerSecond)
                            .map(Figures::significant)
                            .orElse("-"),
                    spans.isEmpty() ? "-" : DecodeText.span(spans.get(0)),
                    spans.size() < 2 ? "-" : DecodeText.span(spans.get(spans.size() - 1)),
                    summary.map(Summary::median).map(Figures::millis).orElse("-"),
                    millis(summary.map(Summary::p90)),
                    millis(summary.map(Summary::p99)),
                    own(peer, written));
        }
        return table.toString();
    }

    private static String millis(Optional<OptionalDouble> value) {
        return value.filter(OptionalDouble::isPresent)
                .map(there -> Figures.millis(there.getAsDouble()))
                .orElse("-");
    }

    private static String own(PeerDecoding peer, int written) {
        if (peer.answer().own().isEmpty()) {
            return "not known";
        }
        return peer.firstOther()
                .map(at -> "differs at token %d of %d".formatted(at + 1, written))
                .orElse("the same %s".formatted(Figures.counted(written, "token")));
    }

    private static String prompts(List<PeerDecoding> peers) {
        TextTable table = new TextTable(
                "peer", "prompt", "to the first token", "model and context", "first prefill", "warm prefill");
        for (PeerDecoding peer : peers) {
            for (PeerPrefill prefill : peer.answer().prefills()) {
                table.row(
                        peer.name(),
                        Figures.counted(prefill.tokens(), "token"),
                        shown(peer, prefill.toFirstToken()),
                        shown(peer, prefill.createMillis()),
                        shown(peer, prefill.firstMillis()),
                        Summary.of(Samples.ofMillis(prefill.warmMillis().stream()
                                        .mapToDouble(Double::doubleValue)
                                        .toArray()))
                                .map(all -> shown(peer, all.median()))
                                .orElse("-"));
            }
        }
        return table.toString();
    }

    private static String shown(PeerDecoding peer, double millis) {
        return peer.withheld().isPresent() ? "-" : Figures.millis(millis);
    }

    private static String values(List<PeerDecoding> peers) {
        TextTable table = new TextTable(
                "peer", "same token", "furthest logit", "KL mean", "KL worst", "perplexity", "of native CPU");
        for (PeerDecoding peer : peers) {
            peer.judgement()
                    .ifPresent(judged -> table.row(
                            peer.name(),
                            "%d of %d (%.1f %%)"
                                    .formatted(judged.agreeing(), judged.positions(), 100 * judged.agreement()),
                            Figures.scientific(judged.furthest()) + " σ",
                            Figures.scientific(judged.meanDivergence()),
                            Figures.scientific(judged.worstDivergence()),
                            Figures.significant(judged.perplexity()),
                            Figures.significant(judged.referencePerplexity())));
        }
        return table.toString();
    }

    private String lines(PeerDecoding peer, DecodeReport report) {
        PeerAnswer answer = peer.answer();
        StringBuilder text = new StringBuilder();
        line(text, peer, "peer, version " + answer.version() + ": no target, so it has neither verdict nor score");
        answer.failure()
                .ifPresent(failure ->
                        line(text, peer, style.bad("did not get through: ") + DecodeText.brief(failure.message())));
        peer.withheld().ifPresent(why -> line(text, peer, style.bad("its times are not shown: ") + why));
        answer.build().ifPresent(words -> line(text, peer, "its library says: " + DecodeText.brief(words)));
        answer.settings().forEach(setting -> line(text, peer, setting));
        line(
                text,
                peer,
                "its times are shown up to a KL mean of %s nats over all positions"
                        .formatted(PeerDecoding.MOST_DIVERGENCE));
        peer.judgement()
                .filter(judged -> !judged.isRight())
                .ifPresent(judged -> line(
                        text,
                        peer,
                        "further off than the %s σ that a target may be"
                                .formatted(Figures.significant(judged.limit()))));
        peer.judgement()
                .flatMap(Judgement::first)
                .ifPresent(first -> line(text, peer, "forced along: " + DecodeText.disagreement(first)));
        peer.firstOther().ifPresent(at -> line(text, peer, other(at, answer, report)));
        return text.toString();
    }

    private static String other(int at, PeerAnswer answer, DecodeReport report) {
        List<Long> written = report.written().tokens();
        String its = at < answer.own().size() ? String.valueOf(answer.own().get(at)) : "its end";
        String ours = at < written.size() ? String.valueOf(written.get(at)) : "its end";
        String margin = at < report.written().margins().size()
                ? "; native CPU's two best lie %.3g apart"
                        .formatted(report.written().margins().get(at))
                : "";
        return "left alone it differs at token %d: %s instead of %s%s".formatted(at + 1, its, ours, margin);
    }

    private static void line(StringBuilder text, PeerDecoding peer, String words) {
        text.append(peer.name()).append(": ").append(words).append('\n');
    }
}
