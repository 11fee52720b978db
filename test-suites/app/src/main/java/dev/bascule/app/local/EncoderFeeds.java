package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.decoder.DecoderModel;
import dev.bascule.models.decoder.DecoderTokenizer;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.inputs.InputSource;
import dev.bascule.studies.decode.DecodeRequest;
import dev.bascule.studies.decode.DecodedEncoder;
import dev.bascule.studies.decode.Prompt;
import dev.bascule.suites.suite.SuiteCase;
import dev.bascule.suites.suite.SuiteModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a model's encoder hears or reads. Stateless. */
final class EncoderFeeds {
    private static final String SOUND = "input_features";
    private static final String TOKENS = "input_ids";
    /** T5's, and of no meaning to seeded weights. */
    private static final long PADDING = 0;

    private EncoderFeeds() {}

    /** @throws BasculeException where nothing can be made of the source */
    static DecodedEncoder of(
            DecoderModel.Encoder encoder,
            DecoderTokenizer tokenizer,
            DecodeRequest request,
            RunEnvironment environment) {
        OnnxModelFile file = OnnxModelFile.open(encoder.file());
        ModelArtifact artifact =
                new ModelArtifact(file.sha256(), file.bytes(), file.file().toAbsolutePath());
        Feeds feeds = encoder.reads()
                .map(length -> text(tokenizer, request.source().orElse(Prompt.PASSAGE), length))
                .orElseGet(() -> sound(encoder, request, environment));
        String words = request.source().orElse(encoder.reads().isPresent() ? "a passage of English" : "a sample sound");
        return new DecodedEncoder(encoder.name(), artifact, feeds, words);
    }

    /** As many tokens as it reads. */
    private static Feeds text(DecoderTokenizer tokenizer, String text, int length) {
        List<Integer> tokens = tokenizer.encode(text);
        if (tokens.isEmpty()) {
            throw new BasculeException(ErrorCode.USAGE_ERROR, "--source has no token", "give it a word");
        }
        long[] ids = new long[length];
        for (int i = 0; i < length; i++) {
            ids[i] = i < tokens.size() ? tokens.get(i) : PADDING;
        }
        return Feeds.of(Map.of(TOKENS, Tensor.longs(Shape.of(1, length), ids)));
    }

    /** By the pipeline of the encoder in the zoo. */
    private static Feeds sound(DecoderModel.Encoder encoder, DecodeRequest request, RunEnvironment environment) {
        Map<String, InputSource> inputs = request.source()
                .map(EncoderFeeds::file)
                .map(source -> Map.of(SOUND, source))
                .orElse(Map.of());
        SuiteModel model = new SuiteModel(
                encoder.hears(),
                encoder.name(),
                new SuiteModel.Feed(inputs, Optional.empty(), Map.of(), Map.of(), Map.of()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        SuiteCase asked = request.run().cases().get(0);
        SuiteCase wanted = new SuiteCase(asked.id(), model, asked.settings(), asked.chains(), asked.comparisons());
        PreparedCase prepared =
                environment.prepare(wanted, request.run().invocation().seed());
        prepared.feeding().sizing().refused().ifPresent(refusal -> {
            throw new BasculeException(
                    refusal.failure().code(),
                    refusal.failure().message(),
                    refusal.failure().remedies().toArray(String[]::new));
        });
        return prepared.feeding().feeds();
    }

    private static InputSource file(String name) {
        InputSource source = InputSource.parse(name);
        if (!(source instanceof InputSource.File) || !name.endsWith(".wav")) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR, "--source '%s' is no sound".formatted(name), "name a .wav file");
        }
        return source;
    }
}
