package dev.bascule.studies.scenario;

import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.job.Inference;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Sound by frames of 80 ms through three models in a row, as openWakeWord streams it: log-mel frames, of the last 76 of which an embedding,
 * of the last 16 of which how surely a phrase was said. Both windows begin as after silence. Belongs to one thread.
 */
final class WakeChain implements AutoCloseable {
    /** Models that go on with the log-mel frames. */
    static final int FOLLOWERS = 2;

    private static final int MEL = 0;
    private static final int EMBEDDING = 1;
    private static final int WORD = 2;
    /** Log-mel frames that an embedding is made of, and their bands. */
    private static final int WINDOW = 76;

    private static final int BANDS = 32;
    /** Embeddings that are looked at for the phrase, and their width. */
    private static final int EMBEDDINGS = 16;

    private static final int WIDTH = 96;
    /** Its models were trained on samples as whole numbers of 16 bits. */
    private static final double FULL = 32_768;

    private final ModelChain chain;
    private final LongSupplier nanos;
    private final Duration timeout;
    private Optional<Windows> silent = Optional.empty();

    /** What the models remember, the newest last. */
    @SuppressWarnings("ArrayRecordComponent") // Written once.
    private record Windows(float[] mel, float[] embeddings) {
        private Windows withMel(float[] newest) {
            return new Windows(shifted(mel, newest), embeddings);
        }

        private Windows withEmbedding(float[] newest) {
            return new Windows(mel, shifted(embeddings, newest));
        }

        private static float[] shifted(float[] window, float[] newest) {
            if (newest.length == 0 || newest.length > window.length) {
                throw new IllegalArgumentException(newest.length + " values in place of a part of " + window.length);
            }
            float[] moved = new float[window.length];
            System.arraycopy(window, newest.length, moved, 0, window.length - newest.length);
            System.arraycopy(newest, 0, moved, window.length - newest.length, newest.length);
            return moved;
        }
    }

    WakeChain(ScenarioContext context, Followers.Ready followers, Place place, LongSupplier nanos) {
        this.nanos = nanos;
        this.timeout = context.ground().timeout();
        this.chain = new ModelChain(context, pipeline(context.testCase()).orElseThrow(), followers, place);
    }

    /** How a model is fed a sound frame by frame; empty of any other. */
    static Optional<CasePipeline> pipeline(PreparedCase testCase) {
        return testCase.feeding()
                .pipeline()
                .filter(known -> known.request().pipeline() instanceof PipelineSpec.Audio
                        && known.feeds().stream().allMatch(feed -> feed.frame().isPresent()));
    }

    /** As many sounds as it came to, after one that warms up; none is begun after the time limit. */
    List<Heard> hear(List<LabelledCase> samples) {
        List<Heard> heard = new ArrayList<>();
        List<ModelChain.Fed> sounds = chain.feeds(samples);
        if (sounds.isEmpty() || !chain.open()) {
            return heard;
        }
        try {
            AskingLimit limit = new AskingLimit(nanos, timeout);
            Optional<Heard> next = hear(sounds.get(0));
            for (int i = 0; i < sounds.size() && next.isPresent() && (heard.isEmpty() || !limit.isOver()); i++) {
                next = hear(sounds.get(i));
                next.ifPresent(heard::add);
            }
        } catch (IllegalArgumentException e) {
            chain.stumble(ScenarioFailure.wrong("a model's outputs are no answer: " + e.getMessage()));
        }
        chain.finish();
        return heard;
    }

    /** Empty once there was trouble. */
    private Optional<Heard> hear(ModelChain.Fed sound) {
        Map<Heard.Part, Duration> spent = new EnumMap<>(Heard.Part.class);
        List<Double> scores = new ArrayList<>();
        Optional<Windows> now = silent.isPresent() ? silent : silence(sound);
        silent = now;
        for (int step = 0; step < sound.feeds().steps() && now.isPresent(); step++) {
            Tensor frame = pcm(sound.feeds().step(step).values().iterator().next());
            now = now.flatMap(windows -> mel(frame, spent).map(windows::withMel))
                    .flatMap(windows -> embedding(windows.mel(), spent).map(windows::withEmbedding));
            Optional<float[]> score = now.flatMap(windows -> ask(
                    WORD,
                    Tensor.floats(Shape.of(1, EMBEDDINGS, WIDTH), windows.embeddings()),
                    1,
                    Heard.Part.WORD,
                    spent));
            if (score.isEmpty()) {
                return Optional.empty();
            }
            scores.add(probability(score.get()[0]));
        }
        return now.map(any -> new Heard(scores, spent));
    }

    /** A score that is none would count as "not said", and be right of every other sentence. */
    private static double probability(float score) {
        if (!(score >= 0 && score <= 1)) {
            throw new IllegalArgumentException("the score of the phrase is %s, and no probability".formatted(score));
        }
        return score;
    }

    /** What they remember after long silence: the same frame and the same embedding all over. */
    private Optional<Windows> silence(ModelChain.Fed sound) {
        Tensor first = sound.feeds().step(0).values().iterator().next();
        Tensor nothing = Tensor.floats(
                first.shape(), new float[Math.toIntExact(first.shape().elements())]);
        Map<Heard.Part, Duration> notCounted = new EnumMap<>(Heard.Part.class);
        return mel(nothing, notCounted).flatMap(frames -> {
            float[] window = new float[WINDOW * BANDS];
            for (int i = 0; i < window.length; i++) {
                window[i] = frames[i % frames.length];
            }
            return embedding(window, notCounted).map(one -> {
                float[] embeddings = new float[EMBEDDINGS * WIDTH];
                for (int i = 0; i < embeddings.length; i++) {
                    embeddings[i] = one[i % WIDTH];
                }
                return new Windows(window, embeddings);
            });
        });
    }

    /** The pipeline's samples are in [-1, 1]. */
    private static Tensor pcm(Tensor frame) {
        float[] samples = values(frame);
        for (int n = 0; n < samples.length; n++) {
            samples[n] = (float) Math.rint(FULL * samples[n]);
        }
        return Tensor.floats(frame.shape(), samples);
    }

    /** New log-mel frames, moved as openWakeWord moves them to be like those that the embedding was trained with. */
    private Optional<float[]> mel(Tensor frame, Map<Heard.Part, Duration> spent) {
        return ask(MEL, frame, -1, Heard.Part.MEL, spent).map(frames -> {
            if (frames.length == 0 || frames.length % BANDS != 0) {
                throw new IllegalArgumentException(frames.length + " values are no frames of " + BANDS + " bands");
            }
            float[] moved = new float[frames.length];
            for (int i = 0; i < moved.length; i++) {
                moved[i] = frames[i] / 10 + 2;
            }
            return moved;
        });
    }

    private Optional<float[]> embedding(float[] window, Map<Heard.Part, Duration> spent) {
        return ask(EMBEDDING, Tensor.floats(Shape.of(1, WINDOW, BANDS, 1), window), WIDTH, Heard.Part.EMBEDDING, spent);
    }

    /** @param wanted how many values; -1 for any number */
    private Optional<float[]> ask(
            int link, Tensor input, int wanted, Heard.Part part, Map<Heard.Part, Duration> spent) {
        PreparedCase testCase = chain.testCase(link);
        String name = testCase.feeds().inputs().keySet().iterator().next();
        Optional<Inference> inference = chain.infer(link, Map.of(name, input));
        inference.ifPresent(ran -> {
            spent.merge(part, ran.compute(), Duration::plus);
            spent.merge(Heard.Part.WAYS, ran.there().plus(ran.back()), Duration::plus);
        });
        return inference.map(ran -> {
            Tensor output = ran.outputs().get(testCase.outputs().get(0));
            if (output == null || (wanted >= 0 && output.shape().elements() != wanted)) {
                throw new IllegalArgumentException("'%s' makes %s".formatted(testCase.id(), ran.outputs()));
            }
            return values(output);
        });
    }

    private static float[] values(Tensor tensor) {
        Elements.Reader elements = Elements.of(tensor);
        float[] values = new float[Math.toIntExact(tensor.shape().elements())];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) elements.at(i);
        }
        return values;
    }

    /** The first that one of the three had. */
    Optional<ScenarioFailure> trouble() {
        return chain.trouble();
    }

    @Override
    public void close() {
        chain.close();
    }
}
