package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.DecoderTokenizer;
import dev.bascule.models.decoder.GraphKind;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.models.source.DecoderModels;
import dev.bascule.models.source.ModelSource;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.studies.decode.DecoderGraph;
import dev.bascule.studies.quantization.EmbeddingReader;
import dev.bascule.studies.quantization.QuantizationRequest.Data;
import dev.bascule.studies.quantization.Sample;
import dev.bascule.studies.quantization.SampleSplit;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Windows of a text for a model that writes, sentences for one that makes vectors of them. Immutable.
 *
 * @param data what was asked for
 * @param seed of the split
 */
record TextSamples(Data data, long seed) {
    static final String ENDING = ".txt";
    /** Tokens: each but the first is foreseen by those before it. */
    static final int WINDOW = 64;

    private static final long MOST_TEXT = 64 << 20;
    /** Logits of all windows that judge, which the unquantised model's are kept of. */
    private static final long MOST_LOGITS = 256L << 20;

    static boolean isMeant(Data data) {
        return data.names().stream()
                .allMatch(name -> name.toLowerCase(Locale.ROOT).endsWith(ENDING));
    }

    /** @throws BasculeException where the model takes no text, or there is too little of it */
    SampleSplit of(RunEnvironment environment, SuiteCase wanted, ResolvedModel model, OnnxModelFile file) {
        String text = text();
        return model.usage()
                        .answer()
                        .filter(AnswerSpec.Embedding.class::isInstance)
                        .isPresent()
                ? sentences(text, environment, wanted, model)
                : windows(text, wanted.model().reference(), model, file);
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (String name : data.names()) {
            try {
                Path file = Path.of(name);
                InputFile.require(file);
                text.append(text.isEmpty() ? "" : "\n")
                        .append(StandardCharsets.UTF_8
                                .newDecoder()
                                .decode(ByteBuffer.wrap(InputFile.bytes(file, MOST_TEXT))));
            } catch (CharacterCodingException e) {
                throw usage("'%s' is no UTF-8".formatted(name), "convert it: iconv -t utf-8 " + name);
            } catch (IOException e) {
                throw usage("cannot read '%s': %s".formatted(name, FileErrorText.why(e)), "check the path");
            }
        }
        if (text.toString().isBlank()) {
            throw usage("%s has no text".formatted(String.join(", ", data.names())), "give a file with some");
        }
        return text.toString();
    }

    private SampleSplit sentences(String text, RunEnvironment environment, SuiteCase wanted, ResolvedModel model) {
        Sentences sentences =
                Sentences.of(text, data.counts().calibration() + data.counts().evaluation());
        List<Sample> samples = new ArrayList<>();
        for (String line : sentences.lines()) {
            PreparedCase prepared = environment.prepare(read(wanted, line), model, seed);
            samples.add(Sample.of(prepared.feeds().step(0), OptionalInt.empty()));
        }
        SampleSplit split = SampleSplit.of(
                String.join(",", data.names()),
                "%d sentences, a line each, without labels".formatted(samples.size()),
                samples,
                data.counts(),
                seed);
        if (split.evaluation().size() < EmbeddingReader.FEWEST) {
            throw usage(
                    "%d sentences judge: what is nearest to one is told from %d on"
                            .formatted(split.evaluation().size(), EmbeddingReader.FEWEST),
                    "give more lines, or a smaller --calibrate");
        }
        List<String> notes = new ArrayList<>(List.of(
                "a sample is a line; agreement is that the nearest of the other sentences is the one that the unquantised"
                        + " model finds, by cosine; what is right nobody says"));
        notes.addAll(sentences.notes());
        return QuantizationSamples.with(split, notes);
    }

    private static SuiteCase read(SuiteCase wanted, String line) {
        SuiteModel.Feed feed = wanted.model().feed();
        Map<String, InputSource> inputs = new HashMap<>(feed.inputs());
        inputs.put("text", new InputSource.Text(line));
        SuiteModel model = wanted.model()
                .with(new SuiteModel.Feed(inputs, feed.pipeline(), feed.dims(), feed.frames(), feed.carry()));
        return new SuiteCase(wanted.id(), model, wanted.settings(), wanted.chains(), wanted.comparisons());
    }

    private SampleSplit windows(String text, String reference, ResolvedModel model, OnnxModelFile own) {
        DecoderModels models = new DecoderModels(CacheFolder.ofProcess());
        ModelSource source = ModelSource.parse(reference, Path.of(""));
        Optional<Path> gguf = models.gguf(reference);
        if (gguf.isEmpty()
                && !(source instanceof ModelSource.FromZoo known
                        && known.model().decoder().isPresent())) {
            throw usage(
                    "of '%s' no tokenizer is known that would read a text"
                            .formatted(model.info().name()),
                    "take a model that writes (zoo:smollm2-micro, real:smollm2-135m-instruct, a .gguf file) or makes"
                            + " vectors (real:all-minilm-l6-v2), or other --data");
        }
        DecoderGraph graph = DecoderGraph.of(model.info().name(), own.proto());
        if (!graph.crosses().isEmpty()) {
            throw usage(
                    "'%s' writes of what an encoder hears or reads, not of a text alone"
                            .formatted(model.info().name()),
                    "take a model that writes alone, such as zoo:smollm2-micro");
        }
        DecoderTokenizer tokenizer = models.resolve(reference, kind(source)).tokenizer();
        List<Integer> tokens = tokenizer.encode(text);
        int window = Math.min(WINDOW, graph.context());
        if (tokens.size() < window) {
            throw usage(
                    "%s has %d tokens, and a window has %d"
                            .formatted(String.join(", ", data.names()), tokens.size(), window),
                    "give a longer text");
        }
        Map<String, Tensor> begin = begin(graph);
        List<Sample> samples = new ArrayList<>();
        for (int from = 0; from + window <= tokens.size(); from += window) {
            samples.add(sample(tokens.subList(from, from + window), begin));
        }
        int most = (int) Math.max(1, MOST_LOGITS / (4L * window * graph.vocabulary()));
        SampleSplit.Counts counts = new SampleSplit.Counts(
                data.counts().calibration(), Math.min(most, data.counts().evaluation()));
        return QuantizationSamples.with(
                SampleSplit.ofNeighbours(
                        String.join(",", data.names()),
                        "%d windows of %d tokens of a text".formatted(samples.size(), window),
                        samples,
                        counts,
                        seed),
                notes(window, gguf, most));
    }

    private List<String> notes(int window, Optional<Path> gguf, int most) {
        List<String> notes = new ArrayList<>();
        notes.add(
                "a sample is a window of %d tokens, read at once from an empty cache: %d of them are foreseen; time is of a window"
                        .formatted(window, window - 1));
        notes.add(
                "intervals are over windows, which count as independent though neighbours are alike: they are of this text, not of all");
        if (most < data.counts().evaluation()) {
            notes.add("at most %d windows judge: so many logits are kept".formatted(most));
        }
        if (gguf.isEmpty()) {
            notes.add("weights of the zoo are seeded: perplexity says what changed, and nothing of a language");
        }
        return notes;
    }

    /** What does not depend on the text: one tensor for all windows. */
    private static Map<String, Tensor> begin(DecoderGraph graph) {
        Map<String, Tensor> begin = new HashMap<>();
        graph.caches()
                .forEach((name, shape) ->
                        begin.put(name, Tensor.floats(shape, new float[Math.toIntExact(shape.elements())])));
        begin.put(DecoderConfig.POSITION, Tensor.longs(Shape.of(1), 0));
        return begin;
    }

    private static Sample sample(List<Integer> tokens, Map<String, Tensor> begin) {
        long[] ids = tokens.stream().mapToLong(Integer::longValue).toArray();
        Map<String, Tensor> inputs = new HashMap<>(begin);
        inputs.put(DecoderConfig.IDS, Tensor.longs(Shape.of(1, ids.length), ids));
        // Caches are the same in all, and large.
        return new Sample(
                inputs, OptionalInt.empty(), Sha256.of(tokens.toString().getBytes(StandardCharsets.UTF_8)));
    }

    /** The tokenizer is that of either. */
    private static GraphKind kind(ModelSource source) {
        return source instanceof ModelSource.FromZoo known
                ? known.model().kind().orElse(GraphKind.PLAIN)
                : GraphKind.PLAIN;
    }

    private static BasculeException usage(String message, String remedy) {
        return new BasculeException(ErrorCode.USAGE_ERROR, message, remedy);
    }
}
