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
    @JsonSubTypes.Type(AnswerSpec.Activity.class)
})
public sealed interface AnswerSpec {

    /** The model's output that says it. */
    String output();

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
}
