package dev.bascule.studies.decode;

import dev.bascule.studies.truth.TruthReport.Absent;
import java.util.List;
import java.util.Optional;

/**
 * What came of it. Immutable.
 *
 * @param model its name
 * @param sha256 of the file that the reference ran
 * @param seeded whether its weights are seeded ones
 * @param context how many tokens its caches hold
 * @param source what the model's encoder was fed, in words; empty where it has none
 * @param written what the reference wrote
 * @param targets in the order in which they were asked
 * @param absent backends that nobody named and that are not here
 * @param peers engines of others' on the same weights
 * @param interrupted whether it was stopped on its way
 */
public record DecodeReport(
        String model,
        String sha256,
        boolean seeded,
        int context,
        Optional<String> source,
        Written written,
        List<TargetDecoding> targets,
        List<Absent> absent,
        List<PeerDecoding> peers,
        boolean interrupted) {

    /**
     * What the reference read and wrote.
     *
     * @param graph how the graph was written that it ran
     * @param prompts their lengths in tokens
     * @param prompt the tokens of the longest
     * @param tokens that it wrote
     * @param margins between the two best logits of each
     * @param ended whether the last of them is an end
     * @param promptText the prompt in words, where the model has a tokenizer
     * @param text what it wrote, in words
     * @param chat what a user says in a chat; empty where it is none
     */
    public record Written(
            String graph,
            List<Integer> prompts,
            List<Long> prompt,
            List<Long> tokens,
            List<Double> margins,
            boolean ended,
            Optional<String> promptText,
            Optional<String> text,
            Optional<String> chat) {
        public Written {
            prompts = List.copyOf(prompts);
            prompt = List.copyOf(prompt);
            tokens = List.copyOf(tokens);
            margins = List.copyOf(margins);
        }
    }

    public DecodeReport {
        targets = List.copyOf(targets);
        absent = List.copyOf(absent);
        peers = List.copyOf(peers);
    }
}
