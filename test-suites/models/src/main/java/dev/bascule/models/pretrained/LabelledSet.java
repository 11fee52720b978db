package dev.bascule.models.pretrained;

import dev.bascule.fallback.answer.Answer;
import dev.bascule.models.zoo.SplitMix;
import dev.bascule.models.zoo.TextLine;
import dev.bascule.models.zoo.TextPage;
import dev.bascule.nativerunner.speech.Speech;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Samples that are known to be right, made on the spot, the same on every machine. They are easy: they show that a target gives the
 * answers that the model gives, not how good the model is.
 */
public enum LabelledSet {
    /** Lines of capital letters and digits; the label is what they say. */
    TEXT_LINES("lines of text") {
        @Override
        LabelledSample sample(int number, SplitMix random, Speech speech) {
            String text = line(random, 2);
            return new LabelledSample(List.of(LabelledSample.Part.picture(new TextLine(text))), text);
        }
    },
    /** Lines of text, each second one turned by half a circle. */
    TURNED_LINES("lines of text, half of them upside down") {
        @Override
        LabelledSample sample(int number, SplitMix random, Speech speech) {
            boolean turned = number % 2 == 1;
            TextLine line = new TextLine(line(random, 2), turned, "turned " + number);
            return new LabelledSample(List.of(LabelledSample.Part.picture(line)), turned ? "upside down" : "upright");
        }
    },
    /** Pages of 1 to 4 lines, each third one upside down; labels are where the lines are, and what they say from above. */
    PAGES("pages of text, a third of them upside down") {
        @Override
        LabelledSample sample(int number, SplitMix random, Speech speech) {
            List<String> lines = IntStream.rangeClosed(0, number % TextPage.MOST_LINES)
                    .mapToObj(any -> line(random, 2))
                    .toList();
            TextPage page = new TextPage(lines, number % 3 == 2, Integer.toString(number));
            double scale = (double) SEEN / TextPage.SIZE;
            List<Answer.Box> boxes = page.places().stream()
                    .map(place -> new Answer.Box(
                            scale * place.left(),
                            scale * place.top(),
                            scale * place.right(),
                            scale * place.bottom(),
                            "",
                            1))
                    .toList();
            return new LabelledSample(
                    List.of(LabelledSample.Part.picture(page)),
                    String.join("\n", lines),
                    Optional.of(new Answer.Boxes(boxes)),
                    Optional.empty());
        }
    },
    /** Speech of several voices and languages before noise, and what nobody says in its stead; with when somebody speaks. */
    SPEECH("speech before noise, and noises, tones or silence in its stead", true) {
        @Override
        LabelledSample sample(int number, SplitMix random, Speech speech) {
            return SpeechClips.sample(number, speech);
        }
    },
    /** A phrase that wakes, and others. */
    WAKE_WORDS("\"hey Jarvis\", and sentences that are something else", true) {
        @Override
        LabelledSample sample(int number, SplitMix random, Speech speech) {
            return WakeClips.sample(number, speech);
        }
    },
    /** A sentence and two others, of which one means the same: the label is which. */
    SENTENCES("a sentence and two others, of which one means nearly the same") {
        @Override
        LabelledSample sample(int number, SplitMix random, Speech speech) {
            List<String> pair = PAIRS.get(number % PAIRS.size());
            int another = (int) ((number + 1 + random.nextBelow(PAIRS.size() - 1)) % PAIRS.size());
            String other = PAIRS.get(another).get(1);
            boolean first = random.nextBelow(2) == 0;
            List<String> texts =
                    first ? List.of(pair.get(0), pair.get(1), other) : List.of(pair.get(0), other, pair.get(1));
            return new LabelledSample(
                    texts.stream().map(LabelledSample.Part::text).toList(), first ? "first" : "second");
        }
    };

    /** Samples that are made for each that is wanted, at most. */
    private static final int TRIES = 8;

    /** The label of sounds in which a phrase is said that wakes. */
    public static final String WAKE_PHRASE = WakeClips.PHRASE;

    /** Width and height in which the detector of text sees a page. */
    static final int SEEN = 320;

    private static final List<String> WORDS = List.of(
            "RIVER", "BRIDGE", "TOWER", "STONE", "WATER", "NORTH", "SOUTH", "HARBOR", "SIGNAL", "ENGINE", "WINTER",
            "SUMMER", "GARDEN", "MARKET", "SILVER", "COPPER", "YELLOW", "PURPLE", "TWELVE", "NINETY");

    private static final List<List<String>> PAIRS = List.of(
            List.of("The bridge opens for tall ships.", "High vessels can pass when the bridge is raised."),
            List.of("She bought a new bicycle yesterday.", "Yesterday she purchased another bike."),
            List.of("The soup is too salty.", "There is too much salt in the broth."),
            List.of("The train to Berlin is late.", "The Berlin train has been delayed."),
            List.of("He plays the violin every evening.", "Each night he practises his fiddle."),
            List.of("It will rain tomorrow.", "Tomorrow the weather will be wet."),
            List.of("The shop closes at six.", "The store shuts at six o'clock."),
            List.of("My laptop's battery is empty.", "My notebook computer has run out of power."));

    private static final Speech NOBODY = utterance -> {
        throw new IllegalStateException("nobody is here to say: " + utterance.text());
    };

    private final String words;
    private final boolean spoken;

    LabelledSet(String words) {
        this(words, false);
    }

    LabelledSet(String words, boolean spoken) {
        this.words = words;
        this.spoken = spoken;
    }

    /** Whether somebody must say something for them. */
    public boolean isSpoken() {
        return spoken;
    }

    /** What they are, for people. */
    public String words() {
        return words;
    }

    private static String line(SplitMix random, int count) {
        return IntStream.range(0, count)
                .mapToObj(any -> WORDS.get((int) random.nextBelow(WORDS.size())))
                .collect(Collectors.joining(" "));
    }

    abstract LabelledSample sample(int number, SplitMix random, Speech speech);

    /**
     * The first so many of them that differ in what the model is given; fewer where there are no more, for a sample that is asked twice
     * tells nothing the second time.
     */
    public List<LabelledSample> samples(int count) {
        return samples(count, NOBODY);
    }

    /** The same of those for which somebody says something. */
    public List<LabelledSample> samples(int count, Speech speech) {
        Map<String, LabelledSample> distinct = new LinkedHashMap<>();
        for (int number = 0; distinct.size() < count && number < count * TRIES; number++) {
            LabelledSample sample =
                    sample(number, SplitMix.named(name().toLowerCase(Locale.ROOT) + " " + number), speech);
            distinct.putIfAbsent(sample.identity(), sample);
        }
        return List.copyOf(distinct.values());
    }
}
