package dev.bascule.models.classify;

import static dev.bascule.models.classify.Ballot.AGREES;
import static dev.bascule.models.classify.Ballot.STRONG;
import static dev.bascule.models.classify.Ballot.WEAK;

import dev.bascule.fallback.cases.Family;
import dev.bascule.models.graph.Port;
import java.util.Optional;
import java.util.Set;

/** What a network is for, by what it takes and gives. Stateless. */
final class TaskRules {
    private static final Set<String> OPENS = Set.of("Sigmoid", "Softmax", "LogSoftmax", "HardSigmoid");

    private TaskRules() {}

    static Finding<String> find(Motifs motifs) {
        Ballot<String> ballot = new Ballot<>();
        if (motifs.has(Feed.Picture.class) && motifs.has(Feed.Tokens.class)) {
            ballot.add(
                    motifs.attends(),
                    "zero-shot-image-classification",
                    STRONG + WEAK,
                    "compares pictures with texts: " + motifs.heads().results());
        } else if (motifs.has(Feed.Picture.class)) {
            motifs.feed(Feed.Picture.class).ifPresent(picture -> picture(ballot, motifs, picture));
        } else if (motifs.has(Feed.Tokens.class)) {
            motifs.feed(Feed.Tokens.class).ifPresent(tokens -> text(ballot, motifs, tokens));
        } else if (motifs.has(Feed.Bands.class)) {
            sound(ballot, motifs);
        } else if (motifs.has(Feed.Waveform.class)) {
            waveform(ballot, motifs);
        } else if (motifs.has(Feed.Columns.class)) {
            classes(motifs, 2)
                    .ifPresent(port -> ballot.add(
                            "tabular-classification",
                            motifs.attends() ? STRONG + AGREES : STRONG,
                            "one row of numbers in, one of scores out: " + port));
        }
        return ballot.finding("inputs and outputs do not show what it is for");
    }

    /** The only output: a row of so many scores or more for each sample. */
    private static Optional<Port> classes(Motifs motifs, long least) {
        return motifs.heads()
                .only(2)
                .or(() -> motifs.heads().only(4).filter(TaskRules::isPoint))
                .filter(port -> Feed.size(port, 1).filter(size -> size >= least).isPresent());
    }

    /** A map of one pixel. */
    private static boolean isPoint(Port port) {
        return Feed.size(port, 2).filter(size -> size == 1).isPresent()
                && Feed.size(port, 3).filter(size -> size == 1).isPresent();
    }

    private static void picture(Ballot<String> ballot, Motifs motifs, Feed.Picture picture) {
        if (PictureRules.detects(motifs)) {
            ballot.add(
                    "object-detection",
                    STRONG + AGREES,
                    "boxes at many places come out: " + motifs.heads().results());
            return;
        }
        classes(motifs, 2)
                .ifPresent(port -> ballot.add(
                        "image-classification",
                        picture.channels() == 1 ? STRONG : STRONG + AGREES,
                        "a picture in, one row of scores out: " + port));
        Optional<Port> map = motifs.heads().only(4);
        if (map.isEmpty()
                || map.flatMap(port -> Feed.size(port, 2))
                        .filter(size -> size == 1)
                        .isPresent()) {
            return;
        }
        boolean opened = motifs.heads().comesFrom(map.get(), OPENS);
        boolean pictureOut = Feed.size(map.get(), 1)
                .filter(size -> size == picture.channels())
                .isPresent();
        boolean sameSide = Feed.size(map.get(), 2).equals(picture.height());
        boolean told = sameSide && picture.height().isPresent();
        ballot.add(
                pictureOut && !opened,
                "image-to-image",
                sameSide ? STRONG : STRONG + AGREES,
                "a picture in, a picture out: " + map.get());
        ballot.add(
                sameSide && (opened || !pictureOut),
                "image-segmentation",
                opened && told ? STRONG + AGREES : STRONG,
                "a score for each pixel%s: %s".formatted(opened ? " between 0 and 1" : "", map.get()));
    }

    private static void text(Ballot<String> ballot, Motifs motifs, Feed.Tokens tokens) {
        boolean writes = FamilyRules.writes(motifs, tokens);
        if (motifs.attentions().caches()) {
            Finding<Family> family = FamilyRules.find(motifs);
            boolean crosses = !motifs.crossed().isEmpty();
            boolean sure = family.strength() != Strength.THIN;
            boolean hears = family.leaning().filter(Family.AUDIO::equals).isPresent();
            String task = !crosses ? "text-generation" : hears ? "speech-recognition" : "text2text-generation";
            ballot.add(
                    writes,
                    task,
                    sure ? STRONG + AGREES : AGREES,
                    "token ids in, a number for each word out, with caches%s"
                            .formatted(crosses ? " and another network's result" : ""));
            return;
        }
        if (motifs.heads().ofRank(4).count() >= 2) {
            ballot.add("text-encoding", STRONG + WEAK, "gives keys and values that a decoder looks at");
            return;
        }
        Optional<Port> rows = motifs.heads().ofRank(3).findFirst();
        Optional<Long> last = rows.flatMap(port -> Feed.size(port, -1));
        boolean hidden = last.filter(motifs.norms().widths()::contains).isPresent();
        ballot.add(
                hidden && !writes,
                "feature-extraction",
                STRONG + AGREES,
                "gives its last layer's vectors, as wide as its norms: "
                        + rows.map(Port::toString).orElse(""));
        ballot.add(
                last.isPresent()
                        && !hidden
                        && !writes
                        && motifs.heads().results().size() == 1,
                "token-classification",
                STRONG,
                "a row of scores for each token: " + rows.map(Port::toString).orElse(""));
        classes(motifs, 2)
                .filter(port -> Feed.size(port, 1)
                        .filter(motifs.norms().widths()::contains)
                        .isEmpty())
                .ifPresent(port ->
                        ballot.add("text-classification", STRONG, "token ids in, one row of scores out: " + port));
    }

    private static void sound(Ballot<String> ballot, Motifs motifs) {
        classes(motifs, 2)
                .ifPresent(port ->
                        ballot.add("audio-classification", STRONG + WEAK, "frames in, one row of scores out: " + port));
        ballot.add(
                motifs.heads().ofRank(4).count() >= 2 && motifs.attends(),
                "audio-encoding",
                STRONG + WEAK,
                "gives keys and values that a decoder looks at");
        boolean encodes = motifs.attends()
                && motifs.heads()
                        .only(3)
                        .flatMap(port -> Feed.size(port, 2))
                        .filter(motifs.norms().widths()::contains)
                        .isPresent();
        ballot.add(encodes, "audio-encoding", STRONG + AGREES, "gives a vector for each frame, as wide as its norms");
        ballot.add(
                motifs.convolutions().transposed(1) >= 2
                        && motifs.heads()
                                .only(3)
                                .flatMap(port -> Feed.size(port, 1))
                                .filter(size -> size == 1)
                                .isPresent(),
                "speech-synthesis",
                STRONG + AGREES,
                "frames in, samples out: " + motifs.heads().results());
    }

    private static void waveform(Ballot<String> ballot, Motifs motifs) {
        boolean one = motifs.heads().results().size() == 1
                && motifs.heads().results().stream()
                        .allMatch(port ->
                                Feed.size(port, -1).filter(size -> size != 1).isEmpty());
        boolean opened = motifs.heads().results().stream()
                .anyMatch(port -> motifs.heads().comesFrom(port, OPENS));
        ballot.add(
                one && motifs.recurs() && !motifs.attentions().carried().isEmpty(),
                "voice-activity-detection",
                STRONG,
                "samples in, one number out%s, and a state that goes from frame to frame: %s"
                        .formatted(
                                opened ? " between 0 and 1" : "", motifs.heads().results()));
        classes(motifs, 3)
                .ifPresent(port ->
                        ballot.add("audio-classification", STRONG, "samples in, one row of scores out: " + port));
    }
}
