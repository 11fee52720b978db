package dev.bascule.app.local;

import dev.bascule.bridge.playwright.NodeTool;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.install.Software;
import dev.bascule.fallback.install.SystemPackages;
import dev.bascule.models.gguf.GgufFile;
import dev.bascule.models.source.DecoderModels;
import dev.bascule.nativerunner.library.LibrarySet;
import dev.bascule.studies.decode.DecodeRequest;
import dev.bascule.studies.decode.PeerEngine;
import dev.bascule.suites.setting.RunSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Engines of others' that a user wants beside the targets. Stateless. */
final class Peers {
    private static final List<String> PRODUCTS =
            List.of("attn_q", "attn_k", "attn_v", "attn_qkv", "attn_output", "ffn_gate", "ffn_up", "ffn_down");

    private Peers() {}

    /**
     * Finds them before anything is measured. Nothing is fetched.
     *
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR} where the model is no GGUF file,
     *     {@link ErrorCode#PART_UNAVAILABLE} where one is not installed
     */
    static List<PeerEngine> of(DecodeRequest request) {
        return request.peers().stream()
                .map(name -> llamaCpp(request, HostEnvironment.ofProcess()))
                .toList();
    }

    private static PeerEngine llamaCpp(DecodeRequest request, HostEnvironment host) {
        Path gguf = new DecoderModels(CacheFolder.ofProcess())
                .gguf(request.model())
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "llama.cpp reads GGUF files, and '%s' is none".formatted(request.model()),
                        "name a .gguf file, or real:smollm2-135m-instruct"));
        LibrarySet set = LibrarySet.find(host, LibrarySet.LLAMA_CPP)
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.PART_UNAVAILABLE,
                        "the peer llama.cpp is unavailable, because it is not installed",
                        "bascule install llama.cpp"));
        Path node = NodeTool.find(host.environment())
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.PART_UNAVAILABLE,
                        "the peer llama.cpp is unavailable, because Node.js runs it, and there is none on PATH or where %s says"
                                .formatted(NodeTool.VARIABLE),
                        "%s (20 or later), or set %s to its executable"
                                .formatted(SystemPackages.ofThisMachine().remedy(Software.NODE), NodeTool.VARIABLE)));
        RunSettings settings = request.run().cases().get(0).settings();
        return new LlamaCpp(
                set,
                node,
                gguf,
                isQuantised(GgufFile.open(gguf)),
                settings.session().threads());
    }

    /** By the kinds of weights that files of all architectures read here have: a file may quantise only some. */
    private static boolean isQuantised(GgufFile file) {
        Stream<String> layers = IntStream.iterate(
                        0,
                        layer -> file.tensor("blk.%d.ffn_down.weight".formatted(layer))
                                .isPresent(),
                        layer -> layer + 1)
                .boxed()
                .flatMap(layer -> PRODUCTS.stream().map(name -> "blk.%d.%s.weight".formatted(layer, name)));
        return Stream.concat(Stream.of("token_embd.weight", "output.weight"), layers)
                .flatMap(name -> file.tensor(name).stream())
                .anyMatch(tensor -> tensor.type().block() > 1);
    }
}
