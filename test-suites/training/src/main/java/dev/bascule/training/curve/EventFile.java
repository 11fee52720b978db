package dev.bascule.training.curve;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * TensorBoard's event files: records of TensorFlow's TFRecord format (length, data, a masked CRC-32C of each), of which each is an
 * {@code Event} of {@code event.proto}, with scalars as {@code Summary.Value.simple_value}. Stateless.
 */
public final class EventFile {
    /** Of the {@code Event} message. */
    private static final int WALL_TIME = 1;

    private static final int STEP = 2;
    private static final int FILE_VERSION = 3;
    private static final int SUMMARY = 5;
    /** Of {@code Summary} and {@code Summary.Value}. */
    private static final int VALUE = 1;

    private static final int TAG = 1;
    private static final int SIMPLE_VALUE = 2;

    private static final String VERSION = "brain.Event:2";
    private static final int MASK = 0xa282ead8;

    private EventFile() {}

    /** A name that TensorBoard finds: {@code events.out.tfevents.SECONDS.bascule}. */
    public static String name(Instant begun) {
        return "events.out.tfevents.%d.bascule".formatted(begun.getEpochSecond());
    }

    /** Writes curves as one file, events in the order of their times. The stream stays open. */
    public static void write(Instant begun, List<Curve> curves, OutputStream to) throws IOException {
        record(to, event(begun, 0, out -> out.writeString(FILE_VERSION, VERSION)));
        for (Seen each : inOrder(curves)) {
            byte[] value = message(out -> {
                out.writeString(TAG, each.tag());
                out.writeFloat(SIMPLE_VALUE, each.point().value());
            });
            byte[] summary = message(out -> out.writeByteArray(VALUE, value));
            record(to, event(each.point().when(), each.point().step(), out -> out.writeByteArray(SUMMARY, summary)));
        }
    }

    private record Seen(String tag, Curve.Point point) {}

    private static List<Seen> inOrder(List<Curve> curves) {
        List<Seen> all = new ArrayList<>();
        curves.forEach(curve -> curve.points().forEach(point -> all.add(new Seen(curve.tag(), point))));
        all.sort(Comparator.comparing((Seen each) -> each.point().when())
                .thenComparingLong(each -> each.point().step()));
        return all;
    }

    private interface Fields {
        void writeTo(CodedOutputStream out) throws IOException;
    }

    /** A step of 0 is left out, as protocol buffers leave out what is 0. */
    private static byte[] event(Instant when, long step, Fields what) throws IOException {
        return message(out -> {
            out.writeDouble(WALL_TIME, when.getEpochSecond() + when.getNano() / 1e9);
            if (step != 0) {
                out.writeInt64(STEP, step);
            }
            what.writeTo(out);
        });
    }

    private static byte[] message(Fields fields) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        fields.writeTo(out);
        out.flush();
        return bytes.toByteArray();
    }

    private static void record(OutputStream to, byte[] data) throws IOException {
        byte[] length = little(Long.BYTES).putLong(data.length).array();
        to.write(length);
        to.write(little(Integer.BYTES).putInt(masked(length)).array());
        to.write(data);
        to.write(little(Integer.BYTES).putInt(masked(data)).array());
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** So that the sum of data with sums in it is none that is common. */
    private static int masked(byte[] bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes);
        return Integer.rotateRight((int) sum.getValue(), 15) + MASK;
    }
}
