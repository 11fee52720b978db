package dev.bascule.app.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.file.FolderTree;
import dev.bascule.fallback.json.Json;
import dev.bascule.nativerunner.library.LibrarySet;
import dev.bascule.studies.decode.PeerEngine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * llama.cpp on a GGUF file, by an addon of Node in processes of its own: one for each prompt, and one for the tokens one by one.
 * Belongs to one thread.
 */
final class LlamaCpp implements PeerEngine {
    private static final String SET =
            "set: caches in float32, flash attention off, all weights on the CPU, logits at every position of a prompt";

    private static final String ROUNDED =
            "llama.cpp's documented way: it rounds activations to 8 bits in products with quantised weights; that this is"
                    + " all of the distance was not shown";

    private final LibrarySet set;
    private final Path node;
    private final Path model;
    private final boolean quantised;
    private final int threads;

    /** @param quantised whether some of the model's weights are */
    LlamaCpp(LibrarySet set, Path node, Path model, boolean quantised, int threads) {
        this.set = set;
        this.node = node;
        this.model = model;
        this.quantised = quantised;
        this.threads = threads;
    }

    @Override
    public String name() {
        return "llama.cpp";
    }

    @Override
    public PeerAnswer run(Text text, LogitsTaker logits) {
        PeerHearing heard = new PeerHearing(text, threads);
        Optional<Failure> failure = Optional.empty();
        try {
            Path work = Files.createTempDirectory("bascule-peer-");
            try {
                run(text, logits, work, heard);
            } finally {
                FolderTree.deleteQuietly(work);
            }
        } catch (PeerProcess.Ended e) {
            failure = Optional.of(e.failure());
        } catch (IOException e) {
            failure = Optional.of(Failure.of(ErrorCode.EXECUTION_FAILED, "its files: " + e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = Optional.of(Failure.of(ErrorCode.RUN_INTERRUPTED, "it was interrupted"));
        }
        return new PeerAnswer(
                "%s, built for node-llama-cpp %s".formatted(release(), set.version()),
                heard.build(),
                heard.threads(),
                quantised ? List.of(SET, ROUNDED) : List.of(SET),
                heard.prefills(),
                heard.millis(),
                heard.own(),
                failure);
    }

    /** llama.cpp's own, as the addon's build noted it. */
    private String release() {
        try {
            return Json.MAPPER
                    .readTree(set.folder().resolve("_nlcBuildMetadata.json").toFile())
                    .at("/buildOptions/llamaCpp/release")
                    .asText("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private void run(Text text, LogitsTaker logits, Path work, PeerHearing heard)
            throws IOException, InterruptedException, PeerProcess.Ended {
        Path script = work.resolve("llama-cpp.cjs");
        try (var in = LlamaCpp.class.getResourceAsStream("llama-cpp.cjs")) {
            if (in == null) {
                throw new IllegalStateException("llama-cpp.cjs is not in the jar");
            }
            Files.copy(in, script);
        }
        for (int length : text.lengths()) {
            Map<String, Object> request = request("prompt", text, text.tokens().subList(0, length));
            request.put("rounds", text.warmPrefills());
            heard.beginPrompt(length);
            listen(script, request, text, heard);
        }
        int steps = text.tokens().size() - 1;
        Path file = work.resolve("logits");
        Map<String, Object> request = request("steps", text, text.tokens().subList(0, steps));
        request.put("rounds", text.limits().rounds());
        request.put("prompt", text.prompt());
        request.put("generate", text.generate());
        request.put("ends", text.ends());
        request.put("logits", file.toString());
        heard.beginSteps();
        listen(script, request, text, heard);
        read(file, steps, text.vocabulary(), logits);
    }

    private Map<String, Object> request(String kind, Text text, List<Long> tokens) {
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("kind", kind);
        request.put("folder", set.folder().toString());
        request.put("model", model.toAbsolutePath().toString());
        request.put("threads", threads);
        request.put("context", text.context());
        request.put("batch", Collections.max(text.lengths()));
        request.put("tokens", tokens);
        return request;
    }

    private void listen(Path script, Map<String, Object> request, Text text, PeerHearing heard)
            throws InterruptedException, PeerProcess.Ended {
        try (PeerProcess process = PeerProcess.start(List.of(node.toString(), script.toString()), json(request))) {
            boolean through = false;
            while (!through) {
                PeerLine line = PeerLine.parse(process.next(text.limits().timeout()))
                        .orElseThrow(() ->
                                new PeerProcess.Ended(ErrorCode.PROTOCOL_VIOLATION, "it said what nobody asked for"));
                through = heard.take(line);
            }
        }
    }

    private static String json(Map<String, Object> request) {
        try {
            return Json.MAPPER.writeValueAsString(request);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void read(Path file, int steps, int vocabulary, LogitsTaker logits)
            throws IOException, PeerProcess.Ended {
        long row = 4L * vocabulary;
        if (Files.size(file) != row * steps) {
            throw new PeerProcess.Ended(
                    ErrorCode.PROTOCOL_VIOLATION, "its logits are of another size than the model's");
        }
        ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(row)).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel in = FileChannel.open(file)) {
            for (int i = 0; i < steps; i++) {
                buffer.clear();
                while (buffer.hasRemaining() && in.read(buffer) >= 0) {
                    // A channel may give less than is asked.
                }
                float[] values = new float[vocabulary];
                buffer.flip().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer().get(values);
                logits.take(i, values);
            }
        }
    }
}
