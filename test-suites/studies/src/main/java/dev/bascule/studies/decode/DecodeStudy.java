package dev.bascule.studies.decode;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/** One text on several targets. Belongs to one thread. */
public final class DecodeStudy {
    private final DecodedModel first;
    private final Prompt prompt;
    private final ForcedText text;
    private final DecodeLimits limits;
    private final JobIds ids;
    private final BooleanSupplier stopped;

    private DecodeStudy(
            DecodedModel first,
            Prompt prompt,
            ForcedText text,
            DecodeLimits limits,
            JobIds ids,
            BooleanSupplier stopped) {
        this.first = first;
        this.prompt = prompt;
        this.text = text;
        this.limits = limits;
        this.ids = ids;
        this.stopped = stopped;
    }

    /**
     * Has native CPU write the text.
     *
     * @param model whose tokens they are
     * @param random for tokens of prompts that nobody has words for
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR} where it does not fit into the caches
     */
    public static DecodeStudy begin(
            DecodedModel model,
            Prompt prompt,
            int generate,
            RandomGenerator random,
            RunnerSource nativeSource,
            DecodeLimits limits,
            JobIds ids,
            BooleanSupplier stopped,
            DecodeService.Listener listener) {
        List<Integer> lengths = prompt.lengths(model);
        int longest = lengths.get(lengths.size() - 1);
        int context = model.graph().context();
        if (longest + generate - 1 > context) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "a prompt of %d tokens and %d written on do not fit into the %d that the caches of '%s' hold"
                            .formatted(longest, generate, context, model.name()),
                    "shorten the prompt, or --generate less");
        }
        long[] tokens = prompt.tokens(model, random);
        try (IsolatedRunner runner = nativeSource.isolated(Backends.NATIVE_CPU)) {
            listener.phase("native CPU reads %d tokens and writes %d".formatted(longest, generate));
            ForcedText text = new ReferenceDecoder(runner, ids, limits.timeout())
                    .write(model, tokens, lengths, generate, done -> {
                        if (done % 64 == 0) {
                            listener.phase("native CPU: token %d of %d".formatted(done, longest + generate - 1));
                        }
                    });
            return new DecodeStudy(model, prompt, text, limits, ids, stopped);
        }
    }

    /** What the reference wrote. */
    public DecodeReport.Written written() {
        List<Long> read = boxed(Arrays.copyOf(text.tokens(), text.prompt()));
        return new DecodeReport.Written(
                first.kind(),
                text.lengths(),
                read,
                boxed(text.generated()),
                Arrays.stream(text.margins()).boxed().toList(),
                text.ended(),
                first.text().map(words -> words.text(Arrays.copyOf(text.tokens(), text.prompt()))),
                first.text().map(words -> words.text(text.generated())),
                prompt instanceof Prompt.Chat chat ? Optional.of(chat.user()) : Optional.empty());
    }

    /** A peer along the same tokens: as many prompts, rounds and tokens as a target. */
    public PeerDecoding beside(PeerEngine peer, DecodeService.Listener listener) {
        listener.phase("%s, a peer: prompts of %s tokens, then %d one by one"
                .formatted(peer.name(), text.lengths(), text.steps()));
        LogitsJudge judge = new LogitsJudge(text, limits.distance());
        int vocabulary = text.logits().get(0).length;
        PeerEngine.PeerAnswer answer = peer.run(
                new PeerEngine.Text(
                        boxed(text.tokens()),
                        text.prompt(),
                        text.lengths(),
                        text.generated().length,
                        text.ends(),
                        first.graph().context(),
                        vocabulary,
                        TargetDecoder.WARM_PREFILLS,
                        limits),
                judge::take);
        Optional<Judgement> judgement = Optional.of(
                        judge.judgement(text.steps()).in(first.text()))
                .filter(judged -> judged.positions() == text.steps());
        return PeerDecoding.of(peer.name(), answer, text.steps(), judgement, boxed(text.generated()));
    }

    private static List<Long> boxed(long[] tokens) {
        return Arrays.stream(tokens).boxed().toList();
    }

    /**
     * One model at one place, its caches in each of these locations in turn.
     *
     * @param model the same as the text's, perhaps written in another way
     */
    public List<TargetDecoding> force(
            DecodedModel model,
            Place place,
            List<CarryLocation> locations,
            SessionSettings settings,
            DecodeService.Listener listener) {
        List<TargetDecoding> all = new ArrayList<>();
        try (TargetDecoder decoder = new TargetDecoder(place, model, text, limits, settings, ids, stopped)) {
            for (CarryLocation location : locations) {
                if (!stopped.getAsBoolean()) {
                    listener.phase("%s, %s graph, caches in %s: prompts of %s tokens, then %d one by one"
                            .formatted(place.target(), model.kind(), location.word(), text.lengths(), text.steps()));
                    all.add(decoder.decode(location));
                }
            }
        }
        return all;
    }
}
