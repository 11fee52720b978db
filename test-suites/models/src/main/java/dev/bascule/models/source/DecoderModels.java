package dev.bascule.models.source;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.decoder.CharacterTokenizer;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.DecoderModel;
import dev.bascule.models.decoder.GraphKind;
import dev.bascule.models.gguf.GgufFile;
import dev.bascule.models.gguf.GgufModels;
import dev.bascule.models.gguf.GgufTokenizer;
import dev.bascule.models.packages.PackageStore;
import dev.bascule.models.packages.SystemCommands;
import dev.bascule.models.zoo.ZooModel;
import dev.bascule.models.zoo.ZooStore;
import java.nio.file.Path;
import java.util.Optional;

/** Brings a model that writes text to a file of the graph that is asked for, with its tokenizer. Thread-safe. */
public final class DecoderModels {
    private final CacheFolder cache;
    private final ZooStore zoo;

    public DecoderModels(CacheFolder cache) {
        this.cache = cache;
        this.zoo = new ZooStore(cache);
    }

    /**
     * Finds the model; generates or converts it where its graph is not in the cache.
     *
     * @param reference as {@link ModelSource#parse} reads it
     * @throws BasculeException {@link ErrorCode#INPUT_MISMATCH} where the model writes no text, else what is wrong with the source
     */
    public DecoderModel resolve(String reference, GraphKind kind) {
        ModelSource source = ModelSource.parse(reference, Path.of(""));
        if (source instanceof ModelSource.FromZoo known) {
            ZooModel named = known.model().writer().orElse(known.model());
            if (named.decoder().isPresent()) {
                return ofZoo(named, kind);
            }
        }
        Optional<Path> gguf = gguf(reference);
        if (gguf.isPresent()) {
            return converted(gguf.get(), kind);
        }
        throw new BasculeException(
                ErrorCode.INPUT_MISMATCH,
                "'%s' is no model that writes text".formatted(reference),
                "name one whose task is text-generation, such as zoo:smollm2-micro, or a .gguf file");
    }

    /**
     * The GGUF file that a model is.
     *
     * @return empty where it is something else
     * @throws BasculeException where it is one that is not on this machine, or another than it should be
     */
    public Optional<Path> gguf(String reference) {
        ModelSource source = ModelSource.parse(reference, Path.of(""));
        if (source instanceof ModelSource.OnnxFile one && GgufFile.isOne(one.path())) {
            return Optional.of(one.path());
        }
        if (source instanceof ModelSource.FromPretrained known) {
            Path file = packages()
                    .cached(known.model().reference())
                    .orElseThrow(known.model()::absent)
                    .path();
            if (GgufFile.isOne(file)) {
                known.model().require(GgufModels.sha256(file));
                return Optional.of(file);
            }
        }
        if (source instanceof ModelSource.FromPackage one
                && one.reference().toString().endsWith(GgufFile.ENDING)) {
            return Optional.of(packages()
                    .cached(one.reference())
                    .orElseThrow(() -> new BasculeException(
                            ErrorCode.MODEL_NOT_FOUND,
                            "'%s' is not on this machine".formatted(reference),
                            "bascule models fetch " + reference))
                    .path());
        }
        return Optional.empty();
    }

    private DecoderModel ofZoo(ZooModel named, GraphKind kind) {
        ZooModel model = named.as(kind);
        DecoderConfig config = model.decoder().orElseThrow();
        if (!model.kind().equals(Optional.of(kind))) {
            throw new BasculeException(
                    ErrorCode.USAGE_ERROR,
                    "'%s' looks at an encoder, and is written %s only".formatted(model.id(), GraphKind.PLAIN.id()),
                    "leave out --graph");
        }
        return new DecoderModel(
                zoo.file(model),
                config,
                new CharacterTokenizer(config.vocabulary(), model.ends()),
                kind,
                model.encoder()
                        .map(encoder -> new DecoderModel.Encoder(
                                encoder.id(),
                                zoo.file(encoder),
                                model.hears()
                                        .map(listed -> "zoo:" + listed.id())
                                        .orElse(named.id()),
                                encoder.pipeline().isPresent() ? Optional.empty() : config.source())));
    }

    private DecoderModel converted(Path gguf, GraphKind kind) {
        GgufFile file = GgufFile.open(gguf);
        DecoderConfig config = GgufModels.config(file);
        return new DecoderModel(
                GgufModels.cached(cache, gguf, kind),
                config,
                GgufTokenizer.of(file, config.vocabulary()),
                kind,
                Optional.empty());
    }

    /** Nothing is fetched that was not asked for. */
    private PackageStore packages() {
        return new PackageStore(cache, true, new SystemCommands());
    }
}
