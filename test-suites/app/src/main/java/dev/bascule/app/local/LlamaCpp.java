package dev.bascule.app.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.app.local.PeerLine.Engine;
import dev.bascule.app.local.PeerLine.Own;
import dev.bascule.app.local.PeerLine.Prompt;
import dev.bascule.app.local.PeerLine.Round;
import dev.bascule.app.local.PeerLine.Session;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.json.Json;
import dev.bascule.nativerunner.library.LibrarySet;
import dev.bascule.studies.decode.PeerEngine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * llama.cpp on a GGUF file, by an addon of Node in processes of its own: one for each prompt, and one for the tokens one by one.
 * Belongs to one thread.
 */
final class LlamaCpp implements PeerEngine {
    private static final List<String> SETTINGS = List.of(
            "set: caches in float32, flash attention off, all weights on the CPU, logits of the last token only",
            "computed in its own way: it rounds activations to 8 bits in products with quantised weights");

    private final LibrarySet set;
    private final Path model;
    private final int threads;

    LlamaCpp(LibrarySet set, Path model, int threads) {
        this.set = set;
        this.model = model;
        this.threads = threads;
    }

    @Override
    public String name() {
        return "llama.cpp";
    }

    /** What came so far. */
    private static final class Heard {
        private String build = "";
        private int threads;
        private final List<PeerPrefill> prefills = new ArrayList<>();
        private final List<Double> millis = new ArrayList<>();
        private List<Long> own = List.of();
    }

    @Override
    public PeerAnswer run(Text text, LogitsTaker logits) {
        Heard heard = new Heard();
        Optional<Failure> failure = Optional.empty();
        try {
            Path work = Files.createTempDirectory("bascule-peer-");
            try {
                run(text, logits, work, heard);
            } finally {
                delete(work);
            }
        } catch (PeerProcess.Ended e) {
            failure = Optional.of(Failure.of(ErrorCode.RUNNER_CRASHED, e.words()));
        } catch (IOException e) {
            failure = Optional.of(Failure.of(ErrorCode.RUNNER_CRASHED, String.valueOf(e.getMessage())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = Optional.of(Failure.of(ErrorCode.RUN_INTERRUPTED, "it was interrupted"));
        }
        return new PeerAnswer(
                "%s, built for node-llama-cpp %s".formatted(release(), set.version()),
                heard.build,
                heard.threads,
                SETTINGS,
                heard.prefills,
                heard.millis,
                heard.own,
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

    private void run(Text text, LogitsTaker logits, Path work, Heard heard)
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
            double[] create = {0};
            listen(script, request, text, heard, line -> {
                if (line instanceof Session session) {
                    create[0] = session.createMs();
                } else if (line instanceof Prompt prompt) {
                    heard.prefills.add(new PeerPrefill(length, create[0], prompt.firstMs(), prompt.warmMs()));
                }
            });
        }
        int steps = text.tokens().size() - 1;
        Path file = work.resolve("logits");
        Map<String, Object> request = request("steps", text, text.tokens().subList(0, steps));
        request.put("rounds", text.limits().rounds());
        request.put("prompt", text.prompt());
        request.put("generate", text.generate());
        request.put("ends", text.ends());
        request.put("logits", file.toString());
        listen(script, request, text, heard, line -> {
            if (line instanceof Round round) {
                // A round that is not whole would shift the depths of those after it.
                if (round.ms().size() == steps) {
                    heard.millis.addAll(round.ms());
                }
            } else if (line instanceof Own own) {
                heard.own = own.tokens();
            }
        });
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

    /** Takes a line. */
    private interface LineTaker {
        void take(PeerLine line);
    }

    private static void listen(Path script, Map<String, Object> request, Text text, Heard heard, LineTaker taker)
            throws IOException, InterruptedException, PeerProcess.Ended {
        try (PeerProcess process = PeerProcess.start(List.of("node", script.toString()), json(request))) {
            while (true) {
                PeerLine line = PeerLine.parse(process.next(text.limits().timeout()))
                        .orElseThrow(() -> new IOException("it says what nobody asked for"));
                if (line instanceof PeerLine.Done) {
                    return;
                }
                if (line instanceof Engine engine) {
                    heard.build = engine.system();
                } else if (line instanceof Session session) {
                    heard.threads = session.threads();
                }
                taker.take(line);
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

    private static void read(Path file, int steps, int vocabulary, LogitsTaker logits) throws IOException {
        long row = 4L * vocabulary;
        if (Files.size(file) != row * steps) {
            throw new IOException("its logits are of another size than the model's");
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

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
