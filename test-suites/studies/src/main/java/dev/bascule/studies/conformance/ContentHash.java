package dev.bascule.studies.conformance;

import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.studies.conformance.cases.ConformanceCases;
import dev.bascule.studies.conformance.cases.DataSet;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** SHA-256 over what cases are made of: ids, programs, inputs and expected outputs. Stateless. */
final class ContentHash {
    private ContentHash() {}

    /** The same in whichever order the cases stand. */
    static String of(ConformanceCases cases) {
        MessageDigest digest = Sha256.digest();
        Stream.concat(
                        cases.cases().stream().map(one -> one.id() + " " + of(one)),
                        cases.unreadable().stream().map(one -> one.id() + " unreadable"))
                .sorted()
                .forEach(line -> text(digest, line));
        return Sha256.hex(digest);
    }

    private static String of(ConformanceCase one) {
        MessageDigest digest = Sha256.digest();
        if (one.program() instanceof Program.Model model) {
            bytes(digest, model.onnx());
        } else if (one.program() instanceof Program.Graph graph) {
            text(digest, graph.description().toString());
            new TreeMap<>(graph.constants()).forEach((name, constant) -> {
                text(digest, name);
                tensor(digest, constant);
            });
        }
        for (DataSet set : one.sets()) {
            for (Map<String, Value> values : List.of(set.inputs(), set.expected())) {
                text(digest, "values " + values.size());
                values.forEach((name, value) -> {
                    text(digest, name);
                    value(digest, value);
                });
            }
        }
        return Sha256.hex(digest);
    }

    private static void value(MessageDigest digest, Value value) {
        text(digest, Value.describe(value));
        if (value instanceof Value.One one) {
            tensor(digest, one.tensor());
        } else if (value instanceof Value.Many many) {
            many.items().forEach(item -> value(digest, item));
        }
    }

    private static void tensor(MessageDigest digest, Tensor tensor) {
        text(digest, tensor.toString());
        bytes(digest, tensor.data());
    }

    /** With its length before it, so that no two lists of parts come to the same bytes. */
    private static void bytes(MessageDigest digest, ByteBuffer bytes) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.remaining()));
        digest.update(bytes.duplicate());
    }

    private static void text(MessageDigest digest, String text) {
        bytes(digest, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }
}
