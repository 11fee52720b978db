package dev.bascule.fallback.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.arbitrary;
import static org.quicktheories.generators.SourceDSL.doubles;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;
import static org.quicktheories.generators.SourceDSL.longs;
import static org.quicktheories.generators.SourceDSL.strings;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quicktheories.core.Gen;

class FrameCodecTest {
    private static final Schema SCHEMA = schema("");
    private static final Schema RUNNER_MESSAGE = schema("RunnerMessage");
    private static final Schema HOST_MESSAGE = schema("HostMessage");

    static Stream<Packet> ofRunner() {
        return Packets.ofRunner().stream();
    }

    static Stream<Packet> ofHost() {
        return Packets.ofHost().stream();
    }

    static Stream<Packet> all() {
        return Stream.concat(ofRunner(), ofHost());
    }

    @Test
    void there_is_an_example_of_every_message() {
        assertThat(all().<Class<?>>map(Object::getClass).collect(Collectors.toSet()))
                .isEqualTo(leaves(Packet.class).collect(Collectors.toSet()));
    }

    private static Stream<Class<?>> leaves(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(FrameCodecTest::leaves)
                : Stream.of(type);
    }

    @ParameterizedTest
    @MethodSource("all")
    void a_packet_is_read_as_it_was_written(Packet packet) throws ProtocolException {
        Envelope envelope = new Envelope(5, 4, packet);
        assertThat(FrameCodec.decode(FrameCodec.encode(envelope))).isEqualTo(envelope);
    }

    @ParameterizedTest
    @MethodSource("ofRunner")
    void what_a_runner_sends_is_what_the_schema_says(Packet packet) {
        assertThat(violations(RUNNER_MESSAGE, packet)).isEmpty();
        assertThat(violations(SCHEMA, packet)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("ofHost")
    void what_the_host_sends_is_what_the_schema_says(Packet packet) {
        assertThat(violations(HOST_MESSAGE, packet)).isEmpty();
        assertThat(violations(SCHEMA, packet)).isEmpty();
    }

    @Test
    void the_schema_notices_a_message_of_another_protocol() {
        assertThat(SCHEMA.validate("{\"type\":\"finish\",\"seq\":1}", InputFormat.JSON))
                .isNotEmpty();
        assertThat(SCHEMA.validate("{\"type\":\"dance\",\"seq\":1}", InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void the_schema_knows_every_dtype_of_java_and_no_other() throws IOException {
        var words = dev.bascule.fallback.json.Json.MAPPER.readTree(schemaText()).at("/definitions/DType/enum");
        assertThat(words)
                .extracting(word -> word.asText())
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(DType.values()).map(DType::wireName).toList());
    }

    @Test
    void any_tensor_goes_through_bit_for_bit() {
        qt().withFixedSeed(20261121)
                .forAll(
                        tensors(),
                        strings().betweenCodePoints(0, 0xD7FF).ofLengthBetween(0, 20),
                        integers().allPositive(),
                        longs().between(0, 1L << 52))
                .checkAssert((tensor, name, step, seq) -> roundTrip(new Envelope(
                        seq, seq / 2, new Packet.TensorPacket("j", "output", name, step, step / 3, tensor))));
    }

    @Test
    void any_samples_go_through_bit_for_bit() {
        qt().withFixedSeed(20261121)
                .forAll(lists().of(doubles().between(0, Double.MAX_VALUE)).ofSizeBetween(0, 50))
                .checkAssert(values -> {
                    double[] millis =
                            values.stream().mapToDouble(Double::doubleValue).toArray();
                    roundTrip(new Envelope(1, 0, new Packet.SamplesPacket("j", 0, Samples.ofMillis(millis))));
                });
    }

    @Test
    void any_text_goes_through() {
        qt().withFixedSeed(20261121)
                .forAll(strings().allPossible().ofLengthBetween(0, 40))
                .checkAssert(text -> roundTrip(new Envelope(1, 0, new Message.Log("info", text))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "7",
                "{",
                "{}",
                "{\"type\":\"pong\"}",
                "{\"type\":\"pong\",\"seq\":-1}",
                "{\"type\":\"pong\",\"seq\":1.5}",
                "{\"type\":\"pong\",\"seq\":\"1\"}",
                "{\"type\":\"pong\",\"seq\":99999999999999999999}",
                "{\"type\":\"pong\",\"seq\":1,\"ack\":null}",
                "{\"type\":\"pong\",\"seq\":1} {}",
                "{\"type\":\"pong\",\"type\":\"ping\",\"seq\":1}",
                "{\"seq\":1}",
                "{\"type\":\"dance\",\"seq\":1}",
                "{\"type\":\"tensor\",\"seq\":1}",
                "{\"type\":\"pong\",\"seq\":1,\"extra\":true}",
                "{\"type\":\"bye\",\"seq\":1}",
                "{\"type\":\"bye\",\"seq\":1,\"reason\":null}",
                "{\"type\":\"log\",\"seq\":1,\"level\":\"info\",\"text\":[5]}",
                "{\"type\":\"hello\",\"seq\":0,\"protocolVersion\":1,\"runner\":{\"kind\":\"page\",\"name\":\"x\"}}",
                "{\"type\":\"hello\",\"seq\":0,\"token\":\"t\",\"runner\":{\"kind\":\"page\",\"name\":\"x\"}}",
                "{\"type\":\"hello\",\"seq\":0,\"protocolVersion\":1,\"token\":\"t\",\"runner\":{\"kind\":\"page\"}}",
                "{\"type\":\"capabilities\",\"seq\":1,\"engines\":[],\"backends\":[null],\"environment\":{}}",
                "{\"type\":\"capabilities\",\"seq\":1,\"engines\":[],\"environment\":{}}",
                "{\"type\":\"measured\",\"seq\":1,\"job\":\"j\",\"block\":0.5,\"iterations\":1,\"elapsedMs\":1}",
                "{\"type\":\"measured\",\"seq\":1,\"job\":\"j\",\"block\":\"0\",\"iterations\":1,\"elapsedMs\":1}",
                "{\"type\":\"result\",\"seq\":1,\"job\":\"j\",\"status\":\"ok\"}",
                "{\"type\":\"progress\",\"seq\":1,\"job\":\"j\"}"
            })
    void a_malformed_text_frame_is_a_violation(String text) {
        assertViolation(new Frame.Text(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"tensor\",\"seq\":1,\"job\":\"j\",\"role\":\"output\",\"name\":\"y\",\"dtype\":\"float\",\"dims\":[1],\"step\":0,\"iteration\":0}",
                "{\"type\":\"tensor\",\"seq\":1,\"job\":\"j\",\"role\":\"output\",\"name\":\"y\",\"dtype\":\"float32\",\"dims\":[2],\"step\":0,\"iteration\":0}",
                "{\"type\":\"tensor\",\"seq\":1,\"job\":\"j\",\"role\":\"output\",\"name\":\"y\",\"dtype\":\"float32\",\"dims\":[-1],\"step\":0,\"iteration\":0}",
                "{\"type\":\"tensor\",\"seq\":1,\"job\":\"j\",\"role\":\"output\",\"name\":\"y\",\"dtype\":\"float32\",\"dims\":[\"1\"],\"step\":0,\"iteration\":0}",
                "{\"type\":\"tensor\",\"seq\":1,\"job\":\"j\",\"role\":\"output\",\"name\":\"y\",\"dtype\":\"float32\",\"dims\":[1.5],\"step\":0,\"iteration\":0}",
                "{\"type\":\"tensor\",\"seq\":1,\"job\":\"j\",\"role\":\"output\",\"name\":\"y\",\"dtype\":\"float32\",\"dims\":{},\"step\":0,\"iteration\":0}",
                "{\"type\":\"tensor\",\"seq\":1,\"job\":\"j\",\"role\":\"output\",\"name\":\"y\",\"dtype\":\"float32\",\"step\":0,\"iteration\":0}",
                "{\"type\":\"tensor\",\"seq\":1,\"job\":\"j\",\"role\":\"output\",\"name\":\"y\",\"dtype\":\"float32\",\"dims\":[4611686018427387904,4],\"step\":0,\"iteration\":0}",
                "{\"type\":\"tensor\",\"seq\":1,\"job\":\"j\",\"role\":\"output\",\"name\":\"y\",\"dtype\":\"float32\",\"dims\":[1],\"step\":4294967296,\"iteration\":0}",
                "{\"type\":\"tensor\",\"seq\":1,\"job\":\"j\",\"role\":\"output\",\"name\":\"y\",\"dtype\":\"string\",\"dims\":[1],\"step\":0,\"iteration\":0}",
                "{\"type\":\"tensor\",\"seq\":1,\"role\":\"output\",\"name\":\"y\",\"dtype\":\"float32\",\"dims\":[1],\"step\":0,\"iteration\":0}",
                "{\"type\":\"samples\",\"seq\":1,\"job\":\"j\",\"block\":0,\"count\":1}",
                "{\"type\":\"pong\",\"seq\":1}",
                "[]",
                "not json"
            })
    void a_binary_frame_whose_header_does_not_fit_is_a_violation(String header) {
        assertViolation(binary(header, new byte[] {0, 0, -128, 63}));
    }

    @Test
    void a_negative_or_infinite_sample_is_a_violation() {
        for (double value : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
            byte[] payload = new byte[8];
            ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).putDouble(value);
            assertViolation(binary("{\"type\":\"samples\",\"seq\":1,\"job\":\"j\",\"block\":0,\"count\":1}", payload));
        }
    }

    @Test
    void a_binary_frame_cut_anywhere_in_its_header_is_a_violation() {
        ByteBuffer whole = ((Frame.Binary) FrameCodec.encode(new Envelope(
                        1, 0, new Packet.TensorPacket("j", "output", "y", 0, 0, Tensor.floats(Shape.of(2), 1, 2)))))
                .bytes();
        for (int length = 0; length < whole.remaining(); length++) {
            assertViolation(new Frame.Binary(whole.duplicate().limit(length)));
        }
    }

    @Test
    void random_bytes_and_flipped_bits_are_read_or_refused_and_nothing_else() {
        Random random = new Random(20261121);
        List<Frame> frames = all().map(packet -> FrameCodec.encode(new Envelope(1, 0, packet)))
                .toList();
        for (int round = 0; round < 2000; round++) {
            Frame frame = frames.get(random.nextInt(frames.size()));
            byte[] bytes = bytesOf(frame);
            int flips = 1 + random.nextInt(4);
            for (int flip = 0; flip < flips && bytes.length > 0; flip++) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            byte[] noise = new byte[random.nextInt(64)];
            random.nextBytes(noise);
            readOrRefuse(new Frame.Binary(ByteBuffer.wrap(bytes)));
            readOrRefuse(new Frame.Text(new String(bytes, StandardCharsets.UTF_8)));
            readOrRefuse(new Frame.Binary(ByteBuffer.wrap(noise)));
            readOrRefuse(new Frame.Text(new String(noise, StandardCharsets.ISO_8859_1)));
        }
    }

    private static void readOrRefuse(Frame frame) {
        try {
            FrameCodec.encode(FrameCodec.decode(frame));
        } catch (ProtocolException refused) {
            assertThat(refused.getMessage()).isNotBlank();
        }
    }

    private static void roundTrip(Envelope envelope) {
        try {
            assertThat(FrameCodec.decode(FrameCodec.encode(envelope))).isEqualTo(envelope);
        } catch (ProtocolException e) {
            throw new AssertionError(e);
        }
    }

    private static Gen<Tensor> tensors() {
        List<DType> numeric =
                Arrays.stream(DType.values()).filter(d -> d != DType.STRING).toList();
        return arbitrary()
                .pick(numeric)
                .zip(
                        lists().of(longs().between(0, 4)).ofSizeBetween(0, 4),
                        integers().all(),
                        (dtype, dims, seed) -> {
                            Shape shape = new Shape(dims);
                            byte[] bytes = new byte[(int) dtype.bytes(shape.elements())];
                            new Random(seed).nextBytes(bytes);
                            return Tensor.of(dtype, shape, bytes);
                        });
    }

    private static void assertViolation(Frame frame) {
        assertThatExceptionOfType(ProtocolException.class).isThrownBy(() -> FrameCodec.decode(frame));
    }

    private static Frame binary(String header, byte[] payload) {
        byte[] head = header.getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(4 + head.length + payload.length).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(head.length).put(head).put(payload).flip();
        return new Frame.Binary(frame);
    }

    private static byte[] bytesOf(Frame frame) {
        if (frame instanceof Frame.Text text) {
            return text.text().getBytes(StandardCharsets.UTF_8);
        }
        ByteBuffer buffer = ((Frame.Binary) frame).bytes().duplicate();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static List<String> violations(Schema schema, Packet packet) {
        Frame frame = FrameCodec.encode(new Envelope(5, 4, packet));
        byte[] bytes = bytesOf(frame);
        String json = frame instanceof Frame.Text text
                ? text.text()
                : new String(
                        bytes,
                        4,
                        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(),
                        StandardCharsets.UTF_8);
        return schema.validate(json, InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    /** The whole schema, or one of its definitions. */
    private static Schema schema(String definition) {
        String text = schemaText();
        if (!definition.isEmpty()) {
            text = text.replaceFirst(
                    "(?s)\"anyOf\": \\[.*?\\],\\s*\"definitions\"",
                    "\"allOf\": [{\"\\$ref\": \"#/definitions/" + definition + "\"}], \"definitions\"");
            assertThat(text).contains("allOf");
        }
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(text, InputFormat.JSON);
    }

    private static String schemaText() {
        try (InputStream in = FrameCodec.class.getResourceAsStream("protocol-v1.schema.json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
