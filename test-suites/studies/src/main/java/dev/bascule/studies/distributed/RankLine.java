package dev.bascule.studies.distributed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** One line of what a rank's process tells. Immutable. */
public sealed interface RankLine {
    record Hello(int rank, String torch, String python, String backend, int threads) implements RankLine {}

    /** It was not let in: these are the ranks' versions, in their order. */
    record Versions(List<String> versions) implements RankLine {}

    /** @param reduceScatter how that is done: the library may lack it */
    record Ways(String reduceScatter) implements RankLine {}

    /** It waits until the host has read its counters. */
    record Mark(String name) implements RankLine {}

    /**
     * One collective.
     *
     * @param round below 0 of a warm-up
     * @param wrong elements that are not what the rank itself expects
     * @param checksum of the result, which the host computes as well
     */
    record Timed(Collective collective, long bytes, int round, double millis, long wrong, long checksum)
            implements RankLine {}

    /** @param step after which these are its parameters */
    record Hash(String way, int step, String sha256) implements RankLine {}

    record Parameters(String way, int step, List<Double> values) implements RankLine {}

    /** A step of training. */
    sealed interface Trained extends RankLine permits Step, PartStep {
        String way();

        int step();

        double computeMillis();

        /** What the rank's thread used of a processor while it computed. */
        double processorMillis();

        /** All that is not computing: what it says to others, and waits for. */
        double talkMillis();
    }

    /** @param samples which ones it took of the batch */
    record Step(
            String way,
            int step,
            double loss,
            List<Long> samples,
            double computeMillis,
            double combineMillis,
            double processorMillis)
            implements Trained {
        @Override
        public double talkMillis() {
            return combineMillis;
        }
    }

    /**
     * A step of a rank that has a part of the network.
     *
     * @param loss where it has the last layers
     * @param samples which ones it took of the batch, in their order; none where it has neither the first layers nor the last
     * @param combineMillis of adding up over ranks
     * @param passMillis of handing on to the stages beside it, and waiting for them
     * @param processorMillis that its thread had a processor: less than its computing where others had it
     */
    record PartStep(
            String way,
            int step,
            OptionalDouble loss,
            List<Long> samples,
            double computeMillis,
            double combineMillis,
            double passMillis,
            double processorMillis)
            implements Trained {
        @Override
        public double talkMillis() {
            return combineMillis + passMillis;
        }
    }

    /**
     * A tensor of the network, or the rank's part of it.
     *
     * @param base64 of its float32 values, little-endian, row by row, all finite
     */
    record Part(String way, int step, String name, String base64) implements RankLine {
        float[] values() {
            FloatBuffer floats = ByteBuffer.wrap(Base64.getDecoder().decode(base64))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asFloatBuffer();
            float[] values = new float[floats.remaining()];
            floats.get(values);
            return values;
        }
    }

    record Failed(String why) implements RankLine {}

    record Done() implements RankLine {}

    /** Longer words are nobody's version. */
    int WORDS = 300;

    /** @return empty where it is none of these, whole, with finite figures and times of 0 or more */
    static Optional<RankLine> parse(String line) {
        JsonNode json;
        try {
            json = Json.MAPPER.readTree(line);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
        try {
            return Optional.of(read(json));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static RankLine read(JsonNode json) {
        return switch (json.path("type").asText()) {
            case "hello" ->
                new Hello(
                        count(json.path("rank")),
                        words(json.path("torch")),
                        words(json.path("python")),
                        words(json.path("backend")),
                        count(json.path("threads")));
            case "versions" -> new Versions(all(json.path("versions"), RankLine::words));
            case "ways" -> new Ways(words(json.path("reduceScatter")));
            case "mark" -> new Mark(words(json.path("name")));
            case "timed" ->
                new Timed(
                        Collective.of(json.path("collective").asText()).orElseThrow(IllegalArgumentException::new),
                        whole(json.path("bytes")),
                        Math.toIntExact(whole(json.path("round"))),
                        time(json.path("ms")),
                        whole(json.path("wrong")),
                        whole(json.path("checksum")));
            case "hash" -> new Hash(words(json.path("way")), count(json.path("step")), sha256(json.path("sha256")));
            case "parameters" ->
                new Parameters(
                        words(json.path("way")), count(json.path("step")), all(json.path("values"), RankLine::finite));
            case "step" ->
                new Step(
                        words(json.path("way")),
                        count(json.path("step")),
                        finite(json.path("loss")),
                        all(json.path("samples"), RankLine::whole),
                        time(json.path("computeMs")),
                        time(json.path("combineMs")),
                        time(json.path("processorMs")));
            case "partStep" ->
                new PartStep(
                        words(json.path("way")),
                        count(json.path("step")),
                        json.path("loss").isNull()
                                ? OptionalDouble.empty()
                                : OptionalDouble.of(finite(json.path("loss"))),
                        all(json.path("samples"), RankLine::whole),
                        time(json.path("computeMs")),
                        time(json.path("combineMs")),
                        time(json.path("passMs")),
                        time(json.path("processorMs")));
            case "part" ->
                new Part(
                        words(json.path("way")),
                        count(json.path("step")),
                        words(json.path("name")),
                        floats(json.path("values")));
            case "failed" -> new Failed(words(json.path("why")));
            case "done" -> new Done();
            default -> throw new IllegalArgumentException();
        };
    }

    private static String words(JsonNode node) {
        require(node.isTextual());
        String words = node.asText().replaceAll("\\p{Cntrl}", " ").strip();
        return words.length() <= WORDS ? words : words.substring(0, WORDS);
    }

    private static String sha256(JsonNode node) {
        require(node.isTextual() && node.asText().matches("[0-9a-f]{64}"));
        return node.asText();
    }

    private static String floats(JsonNode node) {
        require(node.isTextual());
        // Throws what this is to throw where it is no Base64.
        byte[] bytes = Base64.getDecoder().decode(node.asText());
        require(bytes.length % Float.BYTES == 0);
        ByteBuffer values = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (values.hasRemaining()) {
            require(Float.isFinite(values.getFloat()));
        }
        return node.asText();
    }

    private static long whole(JsonNode node) {
        require(node.isIntegralNumber() && node.canConvertToLong());
        return node.asLong();
    }

    private static int count(JsonNode node) {
        require(node.isIntegralNumber() && node.canConvertToInt() && node.asInt() >= 0);
        return node.asInt();
    }

    private static double finite(JsonNode node) {
        require(node.isNumber() && Double.isFinite(node.asDouble()));
        return node.asDouble();
    }

    private static double time(JsonNode node) {
        require(finite(node) >= 0);
        return node.asDouble();
    }

    private static <T> List<T> all(JsonNode node, Function<JsonNode, T> each) {
        require(node.isArray());
        List<T> values = new ArrayList<>();
        node.forEach(one -> values.add(each.apply(one)));
        return List.copyOf(values);
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException();
        }
    }
}
