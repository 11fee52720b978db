package dev.bascule.studies.decode;

import dev.bascule.fallback.job.Outputs;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * Holds a target's logits against the reference's at each position of a forced text. A softmax does not see what is added to all
 * logits alike, so that is taken out first. A target is right where no logit of any position lies further off than a limit, in
 * units of the standard deviation of that position's logits: then a token can only differ where the reference's two best lie
 * within twice that, which rounding explains. Belongs to one thread.
 */
public final class LogitsJudge {
    /** Engines that compute in single precision were seen to stay a thousand times below it. */
    static final double LIMIT = 0.01;

    private final ForcedText text;
    private final double limit;
    private final BitSet seen = new BitSet();
    private final BitSet agreeing = new BitSet();
    private final double[] divergence;
    private final double[] lost;
    private final int[] best;
    private double furthest;
    private int furthestAt;
    private Optional<Disagreement> first = Optional.empty();
    private Optional<String> misshapen = Optional.empty();

    /** @param limit how far a logit may lie off, in standard deviations of its position's logits */
    LogitsJudge(ForcedText text, double limit) {
        this.text = text;
        this.limit = limit;
        this.divergence = new double[text.steps()];
        this.lost = new double[text.steps()];
        this.best = new int[text.steps()];
    }

    /**
     * A position at which the target would write another token.
     *
     * @param position of the token fed
     * @param expected the reference's token
     * @param got the target's
     * @param margin between the reference's two best logits
     * @param deviations the same in standard deviations of its logits
     */
    public record Disagreement(int position, long expected, long got, double margin, double deviations) {}

    /** Takes what a session of single steps gave: step i is position i. */
    void takeSteps(Outputs outputs) {
        for (Outputs.Output output : outputs.all()) {
            take(output, output.step());
        }
    }

    /** Takes what a session gave that was fed so many tokens at once, and then perhaps the next. */
    void takePrompt(Outputs outputs, int length) {
        for (Outputs.Output output : outputs.all()) {
            take(output, output.step() == 0 ? 0 : length);
        }
    }

    private void take(Outputs.Output output, int from) {
        if (!output.name().equals(DecoderGraph.LOGITS)) {
            return;
        }
        int vocabulary = text.logits().get(0).length;
        var rows = Logits.rows(output.tensor(), vocabulary);
        if (rows.isEmpty() || from + rows.size() > text.steps() + 1) {
            misshapen = Optional.of("its logits are %s".formatted(output.tensor()));
            return;
        }
        for (int i = 0; i < rows.size() && from + i < text.steps(); i++) {
            take(from + i, rows.get(i));
        }
    }

    void take(int position, float[] got) {
        float[] expected = text.logits().get(position);
        double distance = distance(expected, got);
        if (!(distance <= furthest)) {
            furthest = Double.isNaN(distance) ? Double.POSITIVE_INFINITY : distance;
            furthestAt = position;
        }
        int likeliest = Logits.best(expected);
        int own = Logits.best(got);
        if (!seen.get(position) || best[position] == likeliest) {
            // Of several rounds the one that differs is kept.
            best[position] = own;
        }
        if (likeliest == own && (!seen.get(position) || agreeing.get(position))) {
            agreeing.set(position);
        } else {
            agreeing.clear(position);
        }
        if (likeliest != own
                && first.filter(other -> other.position() <= position).isEmpty()) {
            double margin = Logits.margin(expected);
            first = Optional.of(
                    new Disagreement(position, likeliest, own, margin, margin / Logits.deviation(expected)));
        }
        double[] logs = Logits.logProbabilities(expected);
        double[] ownLogs = Logits.logProbabilities(got);
        double sum = 0;
        for (int i = 0; i < logs.length; i++) {
            sum += Math.exp(logs[i]) * (logs[i] - ownLogs[i]);
        }
        // Rounding makes less than nothing of equal distributions.
        divergence[position] = Math.max(divergence[position], Math.max(0, sum));
        lost[position] = Math.max(lost[position], -ownLogs[text.after(position)]);
        seen.set(position);
    }

    /** The furthest of a position's logits, in standard deviations; infinite where one is no number. */
    static double distance(float[] expected, float[] got) {
        double shift = Logits.mean(got) - Logits.mean(expected);
        double most = 0;
        for (int i = 0; i < expected.length; i++) {
            double off = Math.abs(got[i] - expected[i] - shift);
            if (Double.isNaN(off)) {
                return Double.POSITIVE_INFINITY;
            }
            most = Math.max(most, off);
        }
        double deviation = Logits.deviation(expected);
        return most == 0 ? 0 : most / deviation;
    }

    /** What came of it, over the positions below this one. */
    Judgement judgement(int positions) {
        double reference = 0;
        double own = 0;
        double sum = 0;
        double most = 0;
        int judged = 0;
        for (int i = seen.nextSetBit(0); i >= 0 && i < positions; i = seen.nextSetBit(i + 1)) {
            judged++;
            sum += divergence[i];
            most = Math.max(most, divergence[i]);
            own += lost[i];
            reference -= Logits.logProbabilities(text.logits().get(i))[text.after(i)];
        }
        Optional<String> wrong = misshapen
                .or(() -> seen.cardinality() < positions
                        ? Optional.of("%d of %d positions brought logits".formatted(seen.cardinality(), positions))
                        : Optional.empty())
                .or(() -> furthest <= limit
                        ? Optional.empty()
                        : Optional.of(
                                "logits lie up to %.3g standard deviations off (at position %d), where %s are allowed"
                                        .formatted(furthest, furthestAt, limit)));
        return new Judgement(
                judged,
                agreeing.cardinality(),
                furthest,
                limit,
                judged == 0 ? 0 : sum / judged,
                most,
                first,
                Math.exp(reference / Math.max(1, judged)),
                Math.exp(own / Math.max(1, judged)),
                wrong,
                own(positions));
    }

    /** Where all of the text was gone through. */
    private Optional<OwnText> own(int positions) {
        boolean all = positions == text.steps() && seen.nextClearBit(0) >= positions && misshapen.isEmpty();
        return all
                ? Optional.of(OwnText.of(text, Arrays.copyOfRange(best, text.prompt() - 1, positions)))
                : Optional.empty();
    }
}
