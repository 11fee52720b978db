package dev.bascule.studies.decode;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** What a decoder is made to begin with. */
public sealed interface Prompt {
    /** What prompts of a given length are cut from: the beginning of Jane Austen's "Pride and Prejudice" (1813). */
    String PASSAGE = """
            It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife. \
            However little known the feelings or views of such a man may be on his first entering a neighbourhood, this truth is \
            so well fixed in the minds of the surrounding families, that he is considered as the rightful property of some one or \
            other of their daughters. "My dear Mr. Bennet," said his lady to him one day, "have you heard that Netherfield Park is \
            let at last?" Mr. Bennet replied that he had not. "But it is," returned she; "for Mrs. Long has just been here, and \
            she told me all about it." Mr. Bennet made no answer. "Do not you want to know who has taken it?" cried his wife \
            impatiently. "You want to tell me, and I have no objection to hearing it." This was invitation enough. """;

    /** Its lengths in tokens, ascending; the longest is what is written on. */
    List<Integer> lengths(DecodedModel model);

    /** The tokens of the longest. */
    long[] tokens(DecodedModel model, RandomGenerator random);

    /** The user's own text. */
    record Text(String text) implements Prompt {
        @Override
        public List<Integer> lengths(DecodedModel model) {
            return List.of(own(model).length);
        }

        @Override
        public long[] tokens(DecodedModel model, RandomGenerator random) {
            return own(model);
        }

        private long[] own(DecodedModel model) {
            long[] tokens = model.text()
                    .orElseThrow(() -> new BasculeException(
                            ErrorCode.USAGE_ERROR,
                            "'%s' comes without a tokenizer, so it has no prompt in words".formatted(model.name()),
                            "give lengths, as --prompt 32,128"))
                    .tokens(text);
            if (tokens.length == 0) {
                throw new BasculeException(ErrorCode.USAGE_ERROR, "the prompt has no token", "give it a word");
            }
            return tokens;
        }
    }

    /** What the user says in a chat. */
    record Chat(String user) implements Prompt {
        @Override
        public List<Integer> lengths(DecodedModel model) {
            return asText(model).lengths(model);
        }

        @Override
        public long[] tokens(DecodedModel model, RandomGenerator random) {
            return asText(model).tokens(model, random);
        }

        private Text asText(DecodedModel model) {
            return model.text()
                    .flatMap(text -> text.chat(user))
                    .map(Text::new)
                    .orElseThrow(() -> new BasculeException(
                            ErrorCode.USAGE_ERROR,
                            "how '%s' was taught to be asked in a chat is not known".formatted(model.name()),
                            "write what it is to begin with yourself, as --prompt TEXT"));
        }
    }

    /** As many tokens: of a passage of English where the model has a tokenizer, else drawn by the seed. */
    record Lengths(List<Integer> lengths) implements Prompt {
        public Lengths {
            lengths = lengths.stream().distinct().sorted().toList();
            if (lengths.isEmpty() || lengths.get(0) < 1) {
                throw new BasculeException(ErrorCode.USAGE_ERROR, "a prompt has one token at least");
            }
        }

        @Override
        public List<Integer> lengths(DecodedModel model) {
            return lengths;
        }

        @Override
        public long[] tokens(DecodedModel model, RandomGenerator random) {
            int longest = lengths.get(lengths.size() - 1);
            if (model.text().isEmpty()) {
                return random.longs(longest, 0, model.graph().vocabulary()).toArray();
            }
            long[] passage = model.text().get().tokens(PASSAGE);
            return IntStream.range(0, longest)
                    .mapToLong(i -> passage[i % passage.length])
                    .toArray();
        }
    }
}
