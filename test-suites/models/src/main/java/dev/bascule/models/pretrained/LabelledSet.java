package dev.bascule.models.pretrained;

import dev.bascule.models.zoo.SampleSpeech;
import dev.bascule.models.zoo.SplitMix;
import dev.bascule.models.zoo.TextLine;
import java.util.List;
import java.util.Locale;
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
        LabelledSample sample(int number, SplitMix random) {
            String text = line(random, 2);
            return new LabelledSample(List.of(LabelledSample.Part.picture(new TextLine(text))), text);
        }
    },
    /** Lines of text, each second one turned by half a circle. */
    TURNED_LINES("lines of text, half of them upside down") {
        @Override
        LabelledSample sample(int number, SplitMix random) {
            boolean turned = number % 2 == 1;
            TextLine line = new TextLine(line(random, 2), turned, "turned " + number);
            return new LabelledSample(List.of(LabelledSample.Part.picture(line)), turned ? "upside down" : "upright");
        }
    },
    /** A second each of vowels, and of noise or a tone. */
    SPEECH("a second of vowels, noise or a tone") {
        @Override
        LabelledSample sample(int number, SplitMix random) {
            boolean speech = number % 2 == 0;
            byte[] sound = speech ? SampleSpeech.voice(number) : SampleSpeech.noVoice(number);
            return new LabelledSample(List.of(LabelledSample.Part.sound(sound)), speech ? "speech" : "no speech");
        }
    },
    /** A sentence and two others, of which one means the same: the label is which. */
    SENTENCES("a sentence and two others, of which one means nearly the same") {
        @Override
        LabelledSample sample(int number, SplitMix random) {
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

    private final String words;

    LabelledSet(String words) {
        this.words = words;
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

    abstract LabelledSample sample(int number, SplitMix random);

    /** The first so many of them. */
    public List<LabelledSample> samples(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> sample(number, SplitMix.named(name().toLowerCase(Locale.ROOT) + " " + number)))
                .toList();
    }
}
