package dev.bascule.studies.decode;

import dev.bascule.studies.decode.LogitsJudge.Disagreement;
import java.util.Optional;

/**
 * How a target's logits lie to the reference's. Immutable.
 *
 * @param positions held against it
 * @param agreeing of these, where both would write the same token, in each iteration
 * @param furthest logit, in standard deviations of its position's
 * @param limit of that
 * @param meanDivergence Kullback and Leibler's of the target's distribution from the reference's, in nats
 * @param worstDivergence the greatest of a position
 * @param first position at which the tokens differ
 * @param referencePerplexity of the text, by the reference
 * @param perplexity of it, by the target
 * @param wrong why it is; empty where it is right
 * @param own what the target would have written itself; empty where it was not forced along all of the text
 */
public record Judgement(
        int positions,
        int agreeing,
        double furthest,
        double limit,
        double meanDivergence,
        double worstDivergence,
        Optional<Disagreement> first,
        double referencePerplexity,
        double perplexity,
        Optional<String> wrong,
        Optional<OwnText> own) {

    /** The same with what the target would have written in words. */
    Judgement in(Optional<TokenText> text) {
        return new Judgement(
                positions,
                agreeing,
                furthest,
                limit,
                meanDivergence,
                worstDivergence,
                first,
                referencePerplexity,
                perplexity,
                wrong,
                own.map(some -> text.map(some::in).orElse(some)));
    }

    /** The share of positions at which both would write the same token. */
    public double agreement() {
        return positions == 0 ? 0 : (double) agreeing / positions;
    }

    public boolean isRight() {
        return wrong.isEmpty();
    }
}
