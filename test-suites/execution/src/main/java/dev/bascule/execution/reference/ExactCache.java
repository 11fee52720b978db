package dev.bascule.execution.reference;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.exact.Implementation;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.cache.AtomicFile;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.RoundingNoise;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.TensorProtos;
import dev.bascule.models.onnx.Protos;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exact results that were computed before, by model, inputs and interpreter. A file begins with the hash of the rest; one that is damaged is
 * none. Whatever cannot be written is computed again. Thread-safe, and between processes.
 *
 * @param folder empty where nothing is kept
 * @param clock for which was used last
 */
public record ExactCache(Optional<Path> folder, Clock clock) {
    /** A result larger than this is not kept. */
    private static final long LARGEST = 64L << 20;
    /** Of all together the ones used last are kept. */
    private static final long MOST = 512L << 20;

    private static final int HASH = 64;
    /** To be changed with the number of noisy passes, and with what is kept of them. */
    private static final String FORMAT = "exact 2";

    private static final String VALUE = "value/";
    private static final String NOISE = "noise/";
    private static final String NARROW = "narrow/";
    private static final Logger LOG = LoggerFactory.getLogger(ExactCache.class);

    public static ExactCache none() {
        return new ExactCache(Optional.empty(), Clock.systemUTC());
    }

    /** In the folder for what can be made again. */
    public static ExactCache in(CacheFolder cache) {
        return new ExactCache(Optional.of(cache.root().resolve("exact")), Clock.systemUTC());
    }

    /**
     * The outputs of each step, and what rounding makes of them.
     *
     * @param noise for each step; without an entry for an output that has none
     * @param narrow the same with sums of 16-bit floats in 16 bits; none of a model without such
     */
    record Kept(
            List<Map<String, Tensor>> steps,
            List<Map<String, RoundingNoise>> noise,
            List<Map<String, RoundingNoise>> narrow) {}

    /** What the results of a case follow from. */
    static Optional<String> key(PreparedCase testCase, long seed) {
        return Implementation.hash().map(implementation -> {
            MessageDigest digest = Sha256.digest();
            add(
                    digest,
                    FORMAT,
                    implementation,
                    testCase.model().sha256(),
                    testCase.artifact().sha256(),
                    "seed " + seed);
            testCase.outputs().forEach(output -> add(digest, "output", output));
            Feeds feeds = testCase.feeds();
            new TreeMap<>(feeds.carry()).forEach((input, output) -> add(digest, "carry", input, output));
            new TreeMap<>(feeds.inputs())
                    .forEach((name, tensors) -> tensors.forEach(tensor -> {
                        add(
                                digest,
                                "input",
                                name,
                                tensor.dtype().name(),
                                tensor.shape().dims().toString());
                        digest.update(tensor.data());
                    }));
            return Sha256.hex(digest);
        });
    }

    /** The same with something else kept of it. */
    static String key(String key, String what) {
        MessageDigest digest = Sha256.digest();
        add(digest, key, what);
        return Sha256.hex(digest);
    }

    private static void add(MessageDigest digest, String... words) {
        for (String word : words) {
            byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
            digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
            digest.update(bytes);
        }
    }

    Optional<Kept> find(String key) {
        Optional<Path> file = file(key).filter(Files::isRegularFile);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try {
            if (Files.size(file.get()) > LARGEST + HASH) {
                return Optional.empty();
            }
            byte[] bytes = Files.readAllBytes(file.get());
            byte[] content = Arrays.copyOfRange(bytes, Math.min(HASH, bytes.length), bytes.length);
            if (!Sha256.of(content)
                    .equals(new String(bytes, 0, Math.min(HASH, bytes.length), StandardCharsets.UTF_8))) {
                return Optional.empty();
            }
            Optional<Kept> kept = Optional.of(decode(GraphProto.parseFrom(content)));
            Files.setLastModifiedTime(file.get(), FileTime.from(clock.instant()));
            return kept;
        } catch (IOException | BasculeException | IllegalArgumentException e) {
            LOG.debug("a kept exact result cannot be read", e);
            return Optional.empty();
        }
    }

    void keep(String key, Kept kept) {
        Optional<Path> file = file(key);
        if (file.isEmpty()) {
            return;
        }
        byte[] content = encode(kept).toByteArray();
        if (content.length > LARGEST) {
            return;
        }
        try {
            AtomicFile.write(file.get(), stream -> {
                stream.write(Sha256.of(content).getBytes(StandardCharsets.UTF_8));
                stream.write(content);
            });
            prune();
        } catch (IOException | BasculeException e) {
            LOG.debug("an exact result cannot be kept", e);
        }
    }

    private Optional<Path> file(String key) {
        return folder.map(place -> place.resolve(key + ".bin"));
    }

    private void prune() throws IOException {
        record Aged(Path file, FileTime used, long bytes) {}
        List<Aged> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder.orElseThrow())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.add(new Aged(file, Files.getLastModifiedTime(file), Files.size(file)));
            }
        }
        all.sort(Comparator.comparing(Aged::used).reversed());
        long bytes = 0;
        for (Aged each : all) {
            bytes += each.bytes();
            if (bytes > MOST) {
                Files.deleteIfExists(each.file());
            }
        }
    }

    private static GraphProto encode(Kept kept) {
        GraphProto.Builder graph = GraphProto.newBuilder();
        for (int step = 0; step < kept.steps().size(); step++) {
            String prefix = step + "/";
            kept.steps()
                    .get(step)
                    .forEach((name, tensor) -> graph.addInitializer(Protos.tensor(prefix + VALUE + name, tensor)));
            kept.noise().get(step).forEach((name, noise) -> graph.addInitializer(encode(prefix + NOISE + name, noise)));
            if (!kept.narrow().isEmpty()) {
                kept.narrow()
                        .get(step)
                        .forEach((name, noise) -> graph.addInitializer(encode(prefix + NARROW + name, noise)));
            }
        }
        return graph.build();
    }

    private static TensorProto encode(String name, RoundingNoise noise) {
        return Protos.tensor(name, deviations(noise)).toBuilder()
                .setDocString(limit(noise) + " " + noise.tolerance().basis())
                .build();
    }

    private static double limit(RoundingNoise noise) {
        return ((ElementTolerance.Noise) noise.tolerance().perElement()).limit();
    }

    private static Tensor deviations(RoundingNoise noise) {
        ByteBuffer data = ByteBuffer.allocate(noise.elements() * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < noise.elements(); i++) {
            data.putDouble(noise.deviation(i));
        }
        return Tensor.of(DType.FLOAT64, Shape.of(noise.elements()), data.flip());
    }

    private static Kept decode(GraphProto graph) {
        List<Map<String, Tensor>> steps = new ArrayList<>();
        List<Map<String, RoundingNoise>> noise = new ArrayList<>();
        List<Map<String, RoundingNoise>> narrow = new ArrayList<>();
        for (TensorProto proto : graph.getInitializerList()) {
            int slash = proto.getName().indexOf('/');
            int step = Integer.parseInt(proto.getName().substring(0, slash));
            String rest = proto.getName().substring(slash + 1);
            while (steps.size() <= step) {
                steps.add(new TreeMap<>());
                noise.add(new TreeMap<>());
                narrow.add(new TreeMap<>());
            }
            Tensor tensor = TensorProtos.decode(proto);
            if (rest.startsWith(VALUE)) {
                steps.get(step).put(rest.substring(VALUE.length()), tensor);
            } else if (rest.startsWith(NARROW)) {
                narrow.get(step).put(rest.substring(NARROW.length()), noise(tensor, proto.getDocString(), true));
            } else {
                noise.get(step).put(rest.substring(NOISE.length()), noise(tensor, proto.getDocString(), false));
            }
        }
        return new Kept(steps, noise, narrow.stream().allMatch(Map::isEmpty) ? List.of() : narrow);
    }

    private static RoundingNoise noise(Tensor tensor, String words, boolean narrow) {
        Elements.Reader reader = Elements.of(tensor);
        double[] deviation = new double[Math.toIntExact(tensor.shape().elements())];
        Arrays.setAll(deviation, reader::at);
        int blank = words.indexOf(' ');
        return new RoundingNoise(
                deviation, Double.parseDouble(words.substring(0, blank)), narrow, words.substring(blank + 1));
    }
}
