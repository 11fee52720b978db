package dev.bascule.fallback.onnx;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the smallest real ONNX models, byte by byte, for tests of floors that have no protobuf classes. */
public final class TinyOnnx {
    private static final int FLOAT = 1;
    private static final int OPSET = 18;
    /** The first whose Identity takes every type of tensor, with its version of the format. */
    private static final int OPSET_OF_ALL_TYPES = 21;

    private static final int FORMAT_OF_ALL_TYPES = 10;

    private TinyOnnx() {}

    /** {@code sum = x + state}, all float32 [4]. */
    public static byte[] add() {
        return add(4);
    }

    /** {@code sum = x + state}, all float32 of one dimension. */
    public static byte[] add(int elements) {
        return model("Add", "x", "state", "sum", elements);
    }

    /** {@code sum = x + state} of a column and a row: a square of their length, for outputs beyond all memory. */
    public static byte[] outerSum(int length) {
        Message graph = graph("Add", "x", "state", "sum")
                .message(11, value("x", length, 1))
                .message(11, value("state", 1, length))
                .message(12, value("sum", length, length));
        return model(graph);
    }

    /** {@code next = x + state}, all float32 of one dimension, and {@code seen} [1] their sum: a state, and what is looked at of it. */
    public static byte[] counter(int elements) {
        Message seen = new Message().text(1, "next").text(2, "seen").text(4, "ReduceSum");
        return model(graph("Add", "x", "state", "next")
                .message(1, seen)
                .message(11, value("x", elements))
                .message(11, value("state", elements))
                .message(12, value("next", elements))
                .message(12, value("seen", 1)));
    }

    /** {@code sum = x ? state} with an operator that no engine knows. */
    public static byte[] unknownOperator() {
        return model("NoSuchOperator", "x", "state", "sum", 4);
    }

    /** {@code y = x} of any type that a tensor can have. */
    public static byte[] identity(DType dtype, Shape shape) {
        return unary("Identity", tensorType(dtype, shape), tensorType(dtype, shape));
    }

    /** {@code y = x}, both a sequence of tensors of any shape. */
    public static byte[] identityOfSequence(DType dtype) {
        Message sequence = sequenceType(dtype);
        return unary("Identity", sequence, sequence);
    }

    /** {@code y} says whether the optional {@code x}, a float32 [4], holds a tensor. */
    public static byte[] hasElement() {
        Message optional = new Message().message(9, new Message().message(1, tensorType(DType.FLOAT32, Shape.of(4))));
        return unary("OptionalHasElement", optional, tensorType(DType.BOOL, Shape.of()));
    }

    private static byte[] unary(String operator, Message input, Message output) {
        Message node = new Message().text(1, "x").text(2, "y").text(4, operator);
        Message graph = new Message()
                .message(1, node)
                .text(2, "tiny")
                .message(11, new Message().text(1, "x").message(2, input))
                .message(12, new Message().text(1, "y").message(2, output));
        return model(graph, FORMAT_OF_ALL_TYPES, OPSET_OF_ALL_TYPES);
    }

    private static Message tensorType(DType dtype, Shape shape) {
        Message dims = new Message();
        shape.dims().forEach(dim -> dims.message(1, new Message().number(1, Math.toIntExact(dim))));
        return new Message().message(1, new Message().number(1, dtype.onnx()).message(2, dims));
    }

    private static Message sequenceType(DType dtype) {
        Message element = new Message().message(1, new Message().number(1, dtype.onnx()));
        return new Message().message(4, new Message().message(1, element));
    }

    private static byte[] model(String operator, String left, String right, String out, int elements) {
        return model(graph(operator, left, right, out)
                .message(11, value(left, elements))
                .message(11, value(right, elements))
                .message(12, value(out, elements)));
    }

    private static Message graph(String operator, String left, String right, String out) {
        Message node = new Message().text(1, left).text(1, right).text(2, out).text(4, operator);
        return new Message().message(1, node).text(2, "tiny");
    }

    private static byte[] model(Message graph) {
        return model(graph, 8, OPSET);
    }

    private static byte[] model(Message graph, int format, int opset) {
        return new Message()
                .number(1, format)
                .message(7, graph)
                .message(8, new Message().number(2, opset))
                .bytes();
    }

    private static Message value(String name, int... dimensions) {
        Message shape = new Message();
        for (int dimension : dimensions) {
            shape.message(1, new Message().number(1, dimension));
        }
        Message tensor = new Message().number(1, FLOAT).message(2, shape);
        return new Message().text(1, name).message(2, new Message().message(1, tensor));
    }

    /** A protobuf message in the making: numbers and length-delimited fields only. */
    private static final class Message {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Message number(int field, int value) {
            out.write(field << 3);
            return varint(value);
        }

        Message text(int field, String value) {
            return delimited(field, value.getBytes(StandardCharsets.UTF_8));
        }

        Message message(int field, Message value) {
            return delimited(field, value.bytes());
        }

        private Message delimited(int field, byte[] value) {
            out.write(field << 3 | 2);
            varint(value.length);
            out.writeBytes(value);
            return this;
        }

        private Message varint(int value) {
            int rest = value;
            while (rest > 127) {
                out.write(rest & 127 | 128);
                rest >>>= 7;
            }
            out.write(rest);
            return this;
        }

        byte[] bytes() {
            return out.toByteArray();
        }
    }
}
