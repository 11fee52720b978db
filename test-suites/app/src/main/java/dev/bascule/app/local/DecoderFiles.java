package dev.bascule.app.local;

import dev.bascule.app.environment.RunEnvironment;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.models.decoder.DecoderModel;
import dev.bascule.models.decoder.DecoderTokenizer;
import dev.bascule.models.decoder.GraphKind;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.source.DecoderModels;
import dev.bascule.models.source.ModelSource;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.models.zoo.ZooModel;
import dev.bascule.studies.decode.DecodeRequest;
import dev.bascule.studies.decode.DecodedEncoder;
import dev.bascule.studies.decode.DecodedModel;
import dev.bascule.studies.decode.DecoderGraph;
import dev.bascule.studies.decode.TokenText;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A decoder's files, one for each way of writing its graph. Stateless. */
final class DecoderFiles {
    private DecoderFiles() {}

    /** @throws BasculeException where it is no decoder, or cannot be written as asked */
    static List<DecodedModel> of(DecodeRequest request, RunEnvironment environment) {
        ModelSource source = ModelSource.parse(request.model(), Path.of(""));
        if (request.source().isPresent()
                && !(source instanceof ModelSource.FromZoo known && looksAtAnEncoder(known.model()))) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "'%s' has no encoder that would hear or read anything".formatted(request.model()),
                    "leave out --source");
        }
        // Fetched, and refused where it cannot be used, as for every other command.
        ResolvedModel resolved = environment.resolve(request.model());
        if (isGraph(source, request.model())) {
            return List.of(ownGraph(request, resolved));
        }
        DecoderModels models = new DecoderModels(CacheFolder.ofProcess());
        List<String> kinds = request.graphs().isEmpty() ? List.of(usual(source)) : request.graphs();
        return kinds.stream()
                .map(kind -> {
                    DecoderModel model = models.resolve(request.model(), kind(kind));
                    Optional<DecodedEncoder> encoder =
                            model.encoder().map(one -> EncoderFeeds.of(one, model.tokenizer(), request, environment));
                    return decoded(resolved.info().name(), model, source instanceof ModelSource.FromZoo, encoder);
                })
                .toList();
    }

    /** Where nobody says how the graph is to be written. */
    private static String usual(ModelSource source) {
        return source instanceof ModelSource.FromZoo known
                ? known.model().kind().orElse(GraphKind.PLAIN).id()
                : GraphKind.PLAIN.id();
    }

    private static boolean looksAtAnEncoder(ZooModel model) {
        return model.encoder().isPresent() || model.writer().isPresent();
    }

    /** A file that is an ONNX graph already. */
    private static boolean isGraph(ModelSource source, String reference) {
        return !(source instanceof ModelSource.FromZoo)
                && !(source instanceof ModelSource.FromPretrained)
                && !reference.endsWith(".gguf");
    }

    private static DecodedModel ownGraph(DecodeRequest request, ResolvedModel resolved) {
        if (!request.graphs().isEmpty()) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "'%s' is a graph already: it is run as it is".formatted(request.model()),
                    "leave out --graph");
        }
        String name = resolved.info().name();
        DecoderGraph graph = DecoderGraph.of(
                name, OnnxModelFile.open(resolved.artifact().file()).proto());
        return new DecodedModel(
                name, "own", resolved.artifact(), graph, Optional.empty(), Set.of(), false, Optional.empty());
    }

    private static DecodedModel decoded(
            String name, DecoderModel model, boolean seeded, Optional<DecodedEncoder> encoder) {
        OnnxModelFile file = OnnxModelFile.open(model.file());
        return new DecodedModel(
                name,
                model.graph().id(),
                new ModelArtifact(file.sha256(), file.bytes(), file.file().toAbsolutePath()),
                DecoderGraph.of(name, file.proto()),
                Optional.of(text(model.tokenizer())),
                model.tokenizer().endTokens().stream().map(Integer::longValue).collect(Collectors.toSet()),
                seeded,
                encoder);
    }

    private static TokenText text(DecoderTokenizer tokenizer) {
        return new TokenText() {
            @Override
            public long[] tokens(String text) {
                return tokenizer.encode(text).stream()
                        .mapToLong(Integer::longValue)
                        .toArray();
            }

            @Override
            public Optional<String> chat(String user) {
                return tokenizer.chat(user);
            }

            @Override
            public String text(long[] tokens) {
                return tokenizer.decode(
                        Arrays.stream(tokens).mapToObj(Math::toIntExact).toList());
            }
        };
    }

    private static GraphKind kind(String word) {
        return Arrays.stream(GraphKind.values())
                .filter(kind -> kind.id().equals(word))
                .findFirst()
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.USAGE_ERROR, "a graph is written plain or contrib, not '%s'".formatted(word)));
    }
}
