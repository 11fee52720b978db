package dev.bascule.models.classify;

import static dev.bascule.models.classify.Ballot.AGREES;
import static dev.bascule.models.classify.Ballot.STRONG;
import static dev.bascule.models.classify.Ballot.WEAK;

/** What has attention, told apart by what it attends to. Stateless. */
final class TransformerRules {
    /** The side of the tiles that ViTs cut pictures into is 8 or more, Swin's is 4. */
    private static final long LARGE_PATCH = 8;

    private static final long SMALL_PATCH = 2;

    private TransformerRules() {}

    static void add(Ballot<ArchitectureKind> ballot, Motifs motifs) {
        boolean picture = motifs.has(Feed.Picture.class);
        boolean tokens = motifs.has(Feed.Tokens.class);
        if (picture && tokens) {
            ballot.add(
                    motifs.attentions().blocks() >= 2,
                    ArchitectureKind.TWO_TOWERS,
                    STRONG + AGREES,
                    motifs.attentionText() + " over a picture's patches and over tokens");
        } else if (picture) {
            picture(ballot, motifs);
        } else if (tokens) {
            text(ballot, motifs);
        } else if (motifs.has(Feed.Bands.class) || motifs.has(Feed.Waveform.class)) {
            sound(ballot, motifs);
        } else if (motifs.has(Feed.Columns.class)) {
            ballot.add(
                    ArchitectureKind.TABULAR_TRANSFORMER,
                    STRONG + AGREES,
                    motifs.attentionText() + " over the columns of a row");
        }
    }

    private static void picture(Ballot<ArchitectureKind> ballot, Motifs motifs) {
        int widths = motifs.norms().widths().size();
        boolean patches = motifs.convolutions().patches(SMALL_PATCH).isPresent();
        boolean large = motifs.convolutions().patches(LARGE_PATCH).isPresent();
        if (widths >= 2 && patches) {
            ballot.add(ArchitectureKind.SWIN, STRONG, motifs.attentionText() + " over patches of a picture");
            ballot.add(
                    ArchitectureKind.SWIN,
                    AGREES,
                    "norms of %d widths (%s): patches are merged on the way"
                            .formatted(widths, motifs.norms().widthsText()));
        } else if (patches) {
            ballot.add(
                    ArchitectureKind.VIT,
                    large ? STRONG : AGREES,
                    "a convolution cuts the picture into tiles of %s pixels"
                            .formatted(motifs.convolutions()
                                    .patches(SMALL_PATCH)
                                    .map(conv -> String.valueOf(conv.widest()))
                                    .orElse("")));
            ballot.add(ArchitectureKind.VIT, AGREES, motifs.attentionText() + " at one width");
        }
    }

    private static void text(Ballot<ArchitectureKind> ballot, Motifs motifs) {
        Attentions attentions = motifs.attentions();
        if (attentions.caches()) {
            boolean crosses = !motifs.crossed().isEmpty();
            ArchitectureKind kind = crosses ? ArchitectureKind.CROSS_DECODER : ArchitectureKind.DECODER;
            ballot.add(kind, STRONG, motifs.attentionText());
            ballot.add(
                    kind,
                    AGREES,
                    "%d inputs come back as outputs: keys and values of earlier positions"
                            .formatted(attentions.carried().size()));
            ballot.add(
                    crosses,
                    kind,
                    AGREES,
                    "attention also looks at %d inputs that do not come back"
                            .formatted(motifs.crossed().size()));
        } else if (isT5(motifs)) {
            ballot.add(ArchitectureKind.T5_ENCODER, STRONG, motifs.attentionText() + ", scores without a scale");
            ballot.add(
                    ArchitectureKind.T5_ENCODER,
                    AGREES,
                    "%d norms without a mean".formatted(motifs.norms().meanSquare()));
        } else {
            boolean writes = motifs.feeds(Feed.Tokens.class).anyMatch(tokens -> FamilyRules.writes(motifs, tokens));
            ballot.add(
                    ArchitectureKind.TEXT_ENCODER, writes ? AGREES : STRONG, motifs.attentionText() + " over tokens");
            ballot.add(
                    motifs.norms().layer() > 0,
                    ArchitectureKind.TEXT_ENCODER,
                    writes ? 0 : AGREES,
                    "%d LayerNorms, no cache".formatted(motifs.norms().layer()));
            ballot.add(
                    writes,
                    ArchitectureKind.DECODER,
                    AGREES,
                    "an output has one number for each word, as of a decoder without a cache");
        }
    }

    private static void sound(Ballot<ArchitectureKind> ballot, Motifs motifs) {
        int depthwise = motifs.convolutions().depthwise(1);
        if (depthwise > 0) {
            ballot.add(
                    ArchitectureKind.CONFORMER,
                    STRONG,
                    "%s, %d depthwise convolutions along time".formatted(motifs.attentionText(), depthwise));
            ballot.add(
                    motifs.sequences().gates() > 0,
                    ArchitectureKind.CONFORMER,
                    AGREES,
                    "%d gated halves (Split, Sigmoid, Mul)"
                            .formatted(motifs.sequences().gates()));
        } else {
            ballot.add(ArchitectureKind.SPEECH_ENCODER, STRONG, motifs.attentionText() + " over frames");
            ballot.add(
                    motifs.convolutions().of(1) > 0,
                    ArchitectureKind.SPEECH_ENCODER,
                    AGREES,
                    "%d convolutions along time before it"
                            .formatted(motifs.convolutions().of(1)));
        }
        ballot.add(
                motifs.recurs(),
                ArchitectureKind.CRNN,
                STRONG + WEAK,
                "recurrent nodes beside attention: " + motifs.sequences().recurrent());
    }

    /** Norms without a mean, scores without a scale (Raffel et al. 2020). */
    static boolean isT5(Motifs motifs) {
        return motifs.norms().meanSquare() > 0
                && motifs.norms().layer() == 0
                && motifs.attentions().spelled() > 0
                && motifs.attentions().scaled() < motifs.attentions().spelled();
    }
}
