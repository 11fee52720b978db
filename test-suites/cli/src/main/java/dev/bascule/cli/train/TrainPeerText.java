package dev.bascule.cli.train;

import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.training.Agreement;
import dev.bascule.studies.training.PeerTraining;
import dev.bascule.studies.training.TargetTraining;
import dev.bascule.studies.training.TrainingReport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What {@code train} says of peers: figures beside the targets', no verdict. Immutable. */
record TrainPeerText(Style style) {

    String of(TrainingReport report) {
        List<PeerTraining> peers = report.peers();
        if (peers.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("\n").append(table(peers)).append('\n');
        for (PeerTraining peer : peers) {
            String name = peers.size() == 1 ? peer.name() : "%s, seed %d".formatted(peer.name(), peer.seed());
            lines(peer, report.targets())
                    .forEach(line -> text.append(name).append(": ").append(line).append('\n'));
        }
        return text.toString();
    }

    private static String table(List<PeerTraining> peers) {
        TextTable table = new TextTable(
                "peer",
                "seed",
                "threads",
                "loss",
                "accuracy (95 %)",
                "gradients, furthest",
                "of their length",
                "exact losses",
                "like native CPU",
                "forward",
                "backward",
                "update");
        for (PeerTraining peer : peers) {
            List<Float> losses = peer.losses();
            table.row(
                    peer.name(),
                    String.valueOf(peer.seed()),
                    peer.threads().isPresent() ? String.valueOf(peer.threads().getAsInt()) : "-",
                    losses.isEmpty() ? "-" : Figures.significant(losses.get(losses.size() - 1)),
                    peer.evaluation().map(TrainText::accuracy).orElse("-"),
                    peer.gradients().map(all -> Figures.sigma(all.furthest())).orElse("-"),
                    peer.gradients()
                            .map(all -> Figures.scientific(all.relative()))
                            .orElse("-"),
                    peer.trajectory().map(TrainText::trajectory).orElse("-"),
                    peer.reference().map(TrainText::agreement).orElse("-"),
                    median(peer, PeerTraining.Times::forward),
                    median(peer, PeerTraining.Times::backward),
                    median(peer, PeerTraining.Times::update));
        }
        return table.toString();
    }

    private static String median(PeerTraining peer, Function<PeerTraining.Times, Samples> part) {
        return peer.times().map(part).map(TrainText::median).orElse("-");
    }

    private List<String> lines(PeerTraining peer, List<TargetTraining> targets) {
        List<String> lines = new ArrayList<>();
        peer.engine()
                .ifPresent(engine -> lines.add(
                        "%s: gradients and updates of its own, in 32 bits; no target, so it has neither verdict nor score"
                                .formatted(engine)));
        peer.failure().ifPresent(failure -> {
            lines.add(style.bad("unavailable, because ") + failure.message());
            failure.remedies().forEach(remedy -> lines.add("do this: " + remedy));
        });
        peer.withheld()
                .filter(why -> peer.failure().isEmpty())
                .ifPresent(why -> lines.add(style.bad("its times are not shown: ") + why));
        for (int i = 0; i < targets.size(); i++) {
            TargetTraining target = targets.get(i);
            Agreement agreement = peer.beside(target);
            if (target.seed() == peer.seed() && agreement.steps() > 0) {
                lines.add("losses beside [%d]'s: %s".formatted(i + 1, TrainText.agreement(agreement)));
            }
        }
        lines.addAll(peer.notes());
        return lines;
    }
}
