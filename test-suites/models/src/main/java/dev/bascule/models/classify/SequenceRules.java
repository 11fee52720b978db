package dev.bascule.models.classify;

import static dev.bascule.models.classify.Ballot.AGREES;
import static dev.bascule.models.classify.Ballot.STRONG;
import static dev.bascule.models.classify.Ballot.WEAK;

/** What recurs, what is convolved along time, and what is dense alone. Stateless. */
final class SequenceRules {
    private SequenceRules() {}

    static void recurrent(Ballot<ArchitectureKind> ballot, Motifs motifs) {
        int convolutions = motifs.convolutions().all().size();
        String nodes = "%d recurrent nodes %s"
                .formatted(
                        motifs.sequences().recurrent().size(),
                        motifs.sequences().recurrent());
        if (convolutions >= 2) {
            ballot.add(ArchitectureKind.CRNN, STRONG, nodes);
            ballot.add(ArchitectureKind.CRNN, AGREES, convolutions + " convolutions beside them");
        } else {
            ballot.add(ArchitectureKind.RNN, STRONG, nodes);
            ballot.add(ArchitectureKind.RNN, AGREES, "no attention, %d convolutions".formatted(convolutions));
        }
    }

    static void convolutional(Ballot<ArchitectureKind> ballot, Motifs motifs) {
        Convolutions convolutions = motifs.convolutions();
        int up = convolutions.transposed(1);
        if (up >= 2) {
            ballot.add(ArchitectureKind.VOCODER, STRONG, up + " transposed convolutions along time");
            ballot.add(
                    motifs.skips().residuals() > 0,
                    ArchitectureKind.VOCODER,
                    AGREES,
                    "%d residual blocks, dilations %s".formatted(motifs.skips().residuals(), convolutions.dilations()));
        } else if (convolutions.dilations().size() >= 2 && convolutions.of(1) > convolutions.of(2)) {
            ballot.add(
                    ArchitectureKind.TCN,
                    STRONG,
                    "convolutions along time with growing dilations " + convolutions.dilations());
            ballot.add(
                    motifs.skips().residuals() >= 2,
                    ArchitectureKind.TCN,
                    AGREES,
                    motifs.skips().residuals() + " residual blocks");
        }
    }

    static void dense(Ballot<ArchitectureKind> ballot, Motifs motifs) {
        Sequences sequences = motifs.sequences();
        if (sequences.overTokens() >= 2) {
            ballot.add(
                    ArchitectureKind.MIXER,
                    STRONG,
                    "%d dense layers along the axis of tokens (Transpose, MatMul)".formatted(sequences.overTokens()));
            ballot.add(
                    motifs.convolutions().patches(2).isPresent(),
                    ArchitectureKind.MIXER,
                    AGREES,
                    "a convolution cuts the picture into tiles; no attention");
        } else if (motifs.convolutions().all().isEmpty() && sequences.dense() >= 2) {
            ballot.add(
                    ArchitectureKind.MLP,
                    STRONG,
                    "%d dense layers, no convolution, attention or recurrence".formatted(sequences.dense()));
            ballot.add(motifs.has(Feed.Columns.class), ArchitectureKind.MLP, WEAK, "takes a row of numbers");
        }
    }
}
