package dev.bascule.models.gguf;

import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.GraphKind;
import dev.bascule.models.zoo.DecoderGraph;
import dev.bascule.models.zoo.OnnxModelDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Decoders out of GGUF files as ONNX models. Stateless. */
public final class GgufModels {
    /** Changes whenever another graph comes of the same file. */
    static final int VERSION = 1;

    /** Positions of the cache: one of 8,192 would be copied whole at each token, and most texts are shorter. */
    public static final int CONTEXT = 1024;

    private static final int HASH_CHARACTERS = 16;

    private GgufModels() {}

    /** The dimensions of the decoder, with a cache of at most {@value #CONTEXT} positions. */
    public static DecoderConfig config(GgufFile file) {
        return GgufDecoder.config(file, CONTEXT);
    }

    /**
     * Writes one of the decoder's graphs. In the plain one all weights are float32, four to eight times what they were.
     *
     * @throws BasculeException {@link ErrorCode#GGUF_INVALID} where the file holds none that is handled
     */
    public static DecoderConfig convert(Path gguf, GraphKind kind, Path out) {
        GgufFile file = GgufFile.open(gguf);
        AtomicFile.write(out, define(file, kind)::writeTo);
        return config(file);
    }

    /** The graph in the cache; converted where it is not there. */
    public static Path cached(CacheFolder cache, Path gguf, GraphKind kind) {
        GgufFile file = GgufFile.open(gguf);
        OnnxModelDefinition model = define(file, kind);
        Path out = cache.models()
                .resolve("gguf")
                .resolve("%s-%s-%d-v%d.onnx"
                        .formatted(sha256(gguf).substring(0, HASH_CHARACTERS), kind.id(), CONTEXT, VERSION));
        try {
            if (!Files.isRegularFile(out) || Files.size(out) != model.sizeBytes()) {
                AtomicFile.write(out, model::writeTo);
            }
            return out;
        } catch (IOException e) {
            throw AtomicFile.unwritable(out, e);
        }
    }

    private static OnnxModelDefinition define(GgufFile file, GraphKind kind) {
        DecoderConfig config = config(file);
        OnnxModelDefinition model = DecoderGraph.define(
                "decoder", config, kind, new GgufWeights(file, config, GgufDecoder.isReordered(file)));
        if (model.sizeBytes() > Integer.MAX_VALUE) {
            throw file.unfit("its %s graph has %.1f GB, and an ONNX file holds 2 GiB"
                    .formatted(kind.id(), model.sizeBytes() / 1e9));
        }
        return model;
    }

    /** The hash of a file, in lower-case hex. */
    public static String sha256(Path gguf) {
        try {
            return Sha256.of(gguf);
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.GGUF_INVALID, "cannot read '%s': %s".formatted(gguf, e.getMessage()));
        }
    }
}
