package dev.bascule.models.classify;

import static dev.bascule.models.classify.Ballot.AGREES;
import static dev.bascule.models.classify.Ballot.STRONG;
import static dev.bascule.models.classify.Ballot.WEAK;

import dev.bascule.fallback.cases.Family;
import dev.bascule.models.graph.Dim;
import java.util.Optional;
import java.util.Set;

/** The family by what goes in and what comes back. Stateless. */
final class FamilyRules {
    /** Bands that log-mel features usually have, and hardly anything else. */
    private static final Set<Long> MELS = Set.of(40L, 80L);

    /** Bands of some log-mel features, and of many vectors besides. */
    private static final Set<Long> SOME_MELS = Set.of(64L, 128L);

    /** Positions of Whisper's encoder (30 s of sound), and rows of its tables of words. */
    private static final long WHISPER_POSITIONS = 1500;

    private static final Set<Long> WHISPER_WORDS = Set.of(51_864L, 51_865L, 51_866L);
    private static final long GRAY = 1;

    private FamilyRules() {}

    static Finding<Family> find(Motifs motifs) {
        Ballot<Family> ballot = new Ballot<>();
        Optional<Feed.Picture> picture = motifs.feed(Feed.Picture.class);
        Optional<Feed.Tokens> tokens = motifs.feed(Feed.Tokens.class);
        if (picture.isPresent() && tokens.isPresent()) {
            ballot.add(
                    Family.MULTIMODAL,
                    STRONG + AGREES,
                    "takes a picture and token ids: " + shape(picture.get()) + ", " + words(tokens.get()));
        } else if (picture.isPresent()) {
            picture(ballot, motifs, picture.get());
        } else if (tokens.isPresent()) {
            text(ballot, motifs, tokens.get());
        }
        sound(ballot, motifs);
        if (picture.isEmpty() && tokens.isEmpty()) {
            motifs.feed(Feed.Columns.class)
                    .ifPresent(row -> ballot.add(
                            Family.OTHER,
                            motifs.attends() ? STRONG + AGREES : STRONG,
                            "takes one row of %d numbers, each weighted for itself: %s"
                                    .formatted(row.columns(), shape(row))));
        }
        return ballot.finding("no input shows whether it is picture, text, sound or a table's row");
    }

    private static void picture(Ballot<Family> ballot, Motifs motifs, Feed.Picture picture) {
        boolean square = picture.height().isPresent() && picture.height().equals(picture.width());
        if (motifs.recurs()) {
            ballot.add(
                    Family.VISION,
                    AGREES,
                    "recurrent nodes go along what convolutions take, as along a spectrogram or a line of text: "
                            + shape(picture));
        } else if (picture.channels() != GRAY) {
            ballot.add(
                    Family.VISION,
                    STRONG + AGREES,
                    "the first convolution takes a picture of %d channels: %s"
                            .formatted(picture.channels(), shape(picture)));
        } else {
            ballot.add(
                    Family.VISION,
                    square ? STRONG + WEAK : AGREES,
                    "the first convolution takes one channel of %s, which a spectrogram has too: %s"
                            .formatted(square ? "equal sides" : "unequal sides", shape(picture)));
        }
    }

    private static void text(Ballot<Family> ballot, Motifs motifs, Feed.Tokens tokens) {
        boolean logits = writes(motifs, tokens);
        int halves = (int) motifs.heads().ofRank(4).count();
        if (motifs.attentions().caches()) {
            ballot.add(
                    Family.TEXT_GENERATION,
                    STRONG,
                    "%d inputs come back as outputs (caches of keys and values), such as %s"
                            .formatted(motifs.attentions().carried().size(), pair(motifs)));
            ballot.add(logits, Family.TEXT_GENERATION, AGREES, "an output has one number for each of its words");
            crossed(ballot, motifs, tokens);
        } else if (halves >= 2 && motifs.attends()) {
            ballot.add(
                    Family.TEXT_GENERATION,
                    STRONG + WEAK,
                    "takes token ids and gives %d outputs of rank 4: keys and values that a decoder looks at"
                            .formatted(halves));
        } else {
            ballot.add(Family.EMBEDDING, STRONG, "takes token ids and keeps no cache: " + words(tokens));
            ballot.add(
                    !logits && (motifs.attends() || motifs.recurs()),
                    Family.EMBEDDING,
                    AGREES,
                    "no output has one number for each word");
            ballot.add(
                    logits,
                    Family.TEXT_GENERATION,
                    STRONG - WEAK,
                    "an output has one number for each word, as of what writes without a cache");
        }
    }

    /** Who looks at another network's result writes of a text or of a sound. */
    private static void crossed(Ballot<Family> ballot, Motifs motifs, Feed.Tokens tokens) {
        if (motifs.crossed().isEmpty()) {
            return;
        }
        boolean whisper = WHISPER_WORDS.contains(tokens.vocabulary())
                || motifs.crossed().stream()
                        .anyMatch(port -> Feed.dims(port).contains(new Dim.Fixed(WHISPER_POSITIONS)));
        if (whisper) {
            ballot.add(
                    Family.AUDIO,
                    STRONG + STRONG + STRONG,
                    "looks at %d positions and has %d words, as Whisper's decoder"
                            .formatted(WHISPER_POSITIONS, tokens.vocabulary()));
        } else if (TransformerRules.isT5(motifs)) {
            ballot.add(
                    Family.TEXT_GENERATION,
                    WEAK,
                    "what it looks at was read, not heard: scores without a scale and norms without a mean, as T5");
        } else {
            ballot.add(Family.AUDIO, STRONG, "looks at another network's result, which may have been heard or read");
        }
    }

    private static void sound(Ballot<Family> ballot, Motifs motifs) {
        motifs.feed(Feed.Waveform.class)
                .ifPresent(feed -> ballot.add(
                        Family.AUDIO, STRONG + AGREES, "samples are cut into frames by a long filter: " + shape(feed)));
        ballot.add(
                motifs.sequences().spectra() > 0,
                Family.AUDIO,
                AGREES,
                "%d Fourier transforms (sums of two squares, or the operator)"
                        .formatted(motifs.sequences().spectra()));
        motifs.feed(Feed.Bands.class).ifPresent(feed -> {
            if (isOf(MELS, feed)) {
                ballot.add(
                        Family.AUDIO,
                        STRONG + WEAK,
                        "takes frames of as many bands as log-mel features have: " + shape(feed));
            } else {
                ballot.add(
                        Family.AUDIO,
                        isOf(SOME_MELS, feed) ? AGREES + WEAK : AGREES,
                        "takes a sequence of features, which need not be a sound's: " + shape(feed));
            }
            ballot.add(
                    motifs.convolutions().transposed(1) >= 2,
                    Family.AUDIO,
                    AGREES,
                    "gives more steps than it takes, by transposed convolutions along time");
        });
    }

    private static boolean isOf(Set<Long> sizes, Feed.Bands feed) {
        return feed.bands().filter(sizes::contains).isPresent()
                || feed.frames().filter(sizes::contains).isPresent();
    }

    /** Whether an output has as many numbers as there are words. */
    static boolean writes(Motifs motifs, Feed.Tokens tokens) {
        return motifs.heads().results().stream()
                .anyMatch(port -> Heads.rank(port) >= 2
                        && Feed.size(port, -1)
                                .filter(size -> size == tokens.vocabulary())
                                .isPresent());
    }

    private static String pair(Motifs motifs) {
        return motifs.attentions().carried().entrySet().stream()
                .findFirst()
                .map(entry -> entry.getKey() + " → " + entry.getValue())
                .orElse("");
    }

    static String shape(Feed feed) {
        return feed.port().toString();
    }

    private static String words(Feed.Tokens tokens) {
        return "%s looks up a table of %d rows".formatted(tokens.port(), tokens.vocabulary());
    }
}
