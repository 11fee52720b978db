package dev.bascule.fallback.answer;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.util.List;

/** How a model's outputs become an answer that a person can check. Immutable. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(AnswerSpec.Classes.class),
    @JsonSubTypes.Type(AnswerSpec.Ctc.class),
    @JsonSubTypes.Type(AnswerSpec.Embedding.class),
    @JsonSubTypes.Type(AnswerSpec.Activity.class),
    @JsonSubTypes.Type(AnswerSpec.TextBoxes.class),
    @JsonSubTypes.Type(AnswerSpec.Boxes.class)
})
public sealed interface AnswerSpec {

    /** The model's output that says it. */
    String output();

    /** All outputs that it is made of. */
    default List<String> outputs() {
        return List.of(output());
    }

    /**
     * The classes of the highest scores.
     *
     * @param output scores, one for each class
     * @param softmax whether the scores are logits
     * @param top how many of them
     * @param labels by class; one without a label is its number
     */
    @JsonTypeName("classes")
    record Classes(String output, boolean softmax, int top, List<String> labels) implements AnswerSpec {
        public Classes {
            labels = List.copyOf(labels);
        }
    }

    /**
     * Text by connectionist temporal classification: of each step the likeliest symbol, repetitions taken together, blanks left out.
     *
     * @param output {@code [1, steps, symbols]}, probabilities
     * @param blank the symbol that is none
     * @param alphabet by symbol; what the blank's is called does not matter
     */
    @JsonTypeName("ctc")
    record Ctc(String output, int blank, List<String> alphabet) implements AnswerSpec {
        public Ctc {
            alphabet = List.copyOf(alphabet);
        }
    }

    /**
     * A vector of length one: the mean over the tokens that are there.
     *
     * @param output {@code [1, tokens, width]}
     * @param mask the input that is 1 where a token is
     */
    @JsonTypeName("embedding")
    record Embedding(String output, String mask) implements AnswerSpec {}

    /**
     * When somebody speaks: each step has one probability.
     *
     * @param threshold from which on it is speech
     */
    @JsonTypeName("activity")
    record Activity(String output, double threshold) implements AnswerSpec {}

    /**
     * Where text is, by a map of how likely each pixel is text (differentiable binarisation, Liao et al. 2020), as PaddleOCR reads it but
     * for rectangles that stand upright.
     *
     * @param output {@code [1, 1, height, width]}, probabilities
     * @param threshold above which a pixel is text
     * @param boxThreshold the least mean probability of a rectangle
     * @param unclip how far a rectangle grows, since the map is of shrunk text: area by perimeter, times this
     * @param most rectangles at most
     */
    @JsonTypeName("text-boxes")
    record TextBoxes(String output, double threshold, double boxThreshold, double unclip, int most)
            implements AnswerSpec {}

    /**
     * Where things are, by a score and a rectangle for each of many places; of rectangles that overlap the likeliest stays.
     *
     * @param output {@code [1, places, classes]}, probabilities; the first class is that there is nothing
     * @param boxes the output {@code [1, places, 4]}: left, top, right, bottom as shares of the picture
     * @param width of the picture, in which answers are told
     * @param threshold above which something is there
     * @param overlap of two of the same class up to which both stay
     * @param most places of each class that are looked at, the likeliest first
     * @param labels by class; one without a label is its number
     */
    @JsonTypeName("boxes")
    record Boxes(
            String output,
            String boxes,
            int width,
            int height,
            double threshold,
            double overlap,
            int most,
            List<String> labels)
            implements AnswerSpec {
        public Boxes {
            labels = List.copyOf(labels);
        }

        @Override
        public List<String> outputs() {
            return List.of(output, boxes);
        }
    }
}
