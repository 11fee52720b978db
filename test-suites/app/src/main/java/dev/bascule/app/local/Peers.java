package dev.bascule.app.local;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.models.source.DecoderModels;
import dev.bascule.nativerunner.library.LibrarySet;
import dev.bascule.studies.decode.DecodeRequest;
import dev.bascule.studies.decode.PeerEngine;
import dev.bascule.suites.setting.RunSettings;
import java.nio.file.Path;
import java.util.List;

/** Engines of others' that a user wants beside the targets. Stateless. */
final class Peers {
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
        RunSettings settings = request.run().cases().get(0).settings();
        return new LlamaCpp(set, gguf, settings.session().threads());
    }
}
