package dev.bascule.models.classify;

import static dev.bascule.models.classify.Ballot.AGREES;
import static dev.bascule.models.classify.Ballot.STRONG;
import static dev.bascule.models.classify.Ballot.WEAK;

import dev.bascule.models.graph.Port;
import java.util.Optional;
import java.util.Set;

/** Convolutions over pictures, told apart by how their layers are joined. Stateless. */
final class PictureRules {
    private static final int SOME = 3;
    private static final int TWO = 2;

    private PictureRules() {}

    static void add(Ballot<ArchitectureKind> ballot, Motifs motifs) {
        if (motifs.convolutions().of(2) < TWO) {
            plain(ballot, motifs);
        } else if (detects(motifs)) {
            detector(ballot, motifs);
        } else if (motifs.skips().enlarges() > 0) {
            enlarging(ballot, motifs);
        } else {
            backbone(ballot, motifs);
        }
    }

    /** Whether boxes come out. */
    static boolean detects(Motifs motifs) {
        return motifs.heads().suppressions() > 0
                || motifs.has(Feed.Picture.class)
                        && (motifs.heads().boxes()
                                || motifs.heads().pyramid()
                                || grids(motifs)
                                || places(motifs).isPresent());
    }

    /** Rows of several maps come out, and nothing that is a map. */
    private static boolean grids(Motifs motifs) {
        return motifs.skips().grids() > 0
                && motifs.heads().ofRank(3).findFirst().isPresent()
                && motifs.heads().ofRank(4).findFirst().isEmpty();
    }

    private static Optional<Port> places(Motifs motifs) {
        return motifs.feed(Feed.Picture.class)
                .filter(picture ->
                        picture.height().isPresent() && picture.width().isPresent())
                .flatMap(picture -> motifs.heads()
                        .places(picture.height().orElse(0L), picture.width().orElse(0L)));
    }

    private static void detector(Ballot<ArchitectureKind> ballot, Motifs motifs) {
        Heads heads = motifs.heads();
        ballot.add(
                heads.suppressions() > 0,
                ArchitectureKind.DETECTOR,
                STRONG + AGREES,
                heads.suppressions() + " NonMaxSuppression");
        ballot.add(
                heads.boxes(),
                ArchitectureKind.DETECTOR,
                STRONG + AGREES,
                "outputs with as many rows: boxes of four numbers and their scores: " + heads.results());
        ballot.add(
                heads.pyramid(),
                ArchitectureKind.DETECTOR,
                STRONG + AGREES,
                "outputs of equal channels on grids that halve: " + heads.results());
        ballot.add(
                grids(motifs),
                ArchitectureKind.DETECTOR,
                STRONG + AGREES,
                "rows of three or more maps, flattened and joined, come out: " + heads.results());
        places(motifs)
                .ifPresent(port -> ballot.add(
                        ArchitectureKind.DETECTOR,
                        STRONG + AGREES,
                        "an output has a row for each place of grids of 8, 16 and 32 pixels: " + port));
    }

    private static void enlarging(Ballot<ArchitectureKind> ballot, Motifs motifs) {
        Skips skips = motifs.skips();
        if (skips.joins() >= TWO && motifs.heads().only(4).isPresent()) {
            ballot.add(
                    ArchitectureKind.UNET,
                    STRONG,
                    "%d joins (Concat) of something enlarged with something from before".formatted(skips.joins()));
            ballot.add(
                    ArchitectureKind.UNET,
                    AGREES,
                    "gives one map: " + motifs.heads().results());
        } else if (skips.joins() == 0 && larger(motifs)) {
            ballot.add(
                    ArchitectureKind.SUPER_RESOLUTION,
                    STRONG + AGREES,
                    "gives a larger picture than it takes: " + motifs.heads().results());
        }
    }

    private static boolean larger(Motifs motifs) {
        return motifs.feed(Feed.Picture.class)
                .flatMap(picture -> motifs.heads()
                        .only(4)
                        .filter(port -> Feed.size(port, 1)
                                .filter(size -> size == picture.channels())
                                .isPresent())
                        .flatMap(port -> Feed.size(port, 2))
                        .flatMap(high -> picture.height().filter(low -> high > low)))
                .isPresent();
    }

    private static void backbone(Ballot<ArchitectureKind> ballot, Motifs motifs) {
        Skips skips = motifs.skips();
        Convolutions convolutions = motifs.convolutions();
        int depthwise = convolutions.depthwise(2);
        String separable = depthwise + " depthwise convolutions";
        if (skips.dense() > SOME) {
            ballot.add(
                    ArchitectureKind.DENSENET,
                    STRONG + AGREES,
                    "%d joins that hold all of an earlier join".formatted(skips.dense()));
        } else if (skips.shuffles() >= SOME) {
            ballot.add(
                    ArchitectureKind.SHUFFLENET,
                    STRONG,
                    skips.shuffles() + " shuffles of channels (Reshape, Transpose 0,2,1,3,4, Reshape)");
            ballot.add(depthwise > 0, ArchitectureKind.SHUFFLENET, AGREES, separable);
        } else if (skips.fires() >= SOME) {
            ballot.add(
                    ArchitectureKind.SQUEEZENET,
                    STRONG + AGREES,
                    skips.fires() + " joins of a 1×1 and a wider convolution of one value");
        } else if (skips.branches() >= SOME) {
            ballot.add(
                    ArchitectureKind.INCEPTION,
                    STRONG + AGREES,
                    skips.branches() + " joins of three or more convolutions of different sizes");
        } else if (convolutions.wideDepthwise() >= TWO && motifs.norms().layer() >= TWO) {
            ballot.add(
                    ArchitectureKind.CONVNEXT,
                    STRONG + AGREES,
                    "%d depthwise convolutions of 7×7 or more, %d LayerNorms"
                            .formatted(
                                    convolutions.wideDepthwise(), motifs.norms().layer()));
        } else if (depthwise >= SOME && convolutions.squeezes() >= TWO) {
            ballot.add(ArchitectureKind.EFFICIENTNET, STRONG, separable);
            ballot.add(
                    ArchitectureKind.EFFICIENTNET,
                    AGREES,
                    convolutions.squeezes() + " gates of channels by their mean (squeeze-and-excitation)");
        } else if (depthwise >= SOME) {
            ballot.add(ArchitectureKind.DEPTHWISE_CNN, STRONG, separable);
            ballot.add(
                    ArchitectureKind.DEPTHWISE_CNN,
                    depthwise >= convolutions.of(2) / 4 ? AGREES : 0,
                    "of %d convolutions".formatted(convolutions.of(2)));
        } else if (skips.residuals() >= TWO) {
            ballot.add(
                    ArchitectureKind.RESNET,
                    skips.residuals() >= SOME ? STRONG + AGREES : STRONG,
                    skips.residuals() + " residual blocks (a value added to what convolutions make of it)");
        } else {
            plain(ballot, motifs);
        }
    }

    private static void plain(Ballot<ArchitectureKind> ballot, Motifs motifs) {
        int layers = motifs.convolutions().all().size() - 2 * motifs.sequences().spectra();
        boolean bends = motifs.graph().count(Passing.BENDS) > 0;
        boolean others = motifs.skips().residuals() > 0
                || motifs.convolutions().transposed(1) > 0
                || motifs.convolutions().dilations().size() >= TWO
                || motifs.sequences().overTokens() >= TWO
                || motifs.graph().nodes(Set.of("Concat")).stream()
                        .anyMatch(node -> motifs.graph().moving(node).size() > 1)
                || !motifs.sequences().recurrent().isEmpty();
        if (layers < TWO || !bends || others) {
            return;
        }
        ballot.add(ArchitectureKind.PLAIN_CNN, STRONG, layers + " convolutions, none of which is passed by");
        ballot.add(
                motifs.graph().count(Set.of("MaxPool", "AveragePool")) > 0,
                ArchitectureKind.PLAIN_CNN,
                WEAK,
                "pooling between them");
    }
}
