package dev.bascule.fallback.process;

import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.json.Json;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * How a child's answer looks on its standard output: a mark, whether it is a refusal, a length, and as many bytes. What is not of
 * this form was not written by {@link ChildServer}, or by one that is no longer sound. Stateless.
 */
final class AnswerFrame {
    /** "BASC". */
    private static final int MARK = 0x42415343;

    private static final int ANSWER = 0;
    private static final int REFUSAL = 1;

    /** A refusal is a sentence with its remedies. */
    private static final int LONGEST_REFUSAL = 1 << 20;

    private AnswerFrame() {}

    static void answer(DataOutputStream out, byte[] bytes) throws IOException {
        write(out, ANSWER, bytes);
    }

    static void refusal(DataOutputStream out, Failure failure) throws IOException {
        write(out, REFUSAL, Json.MAPPER.writeValueAsBytes(failure));
    }

    private static void write(DataOutputStream out, int kind, byte[] bytes) throws IOException {
        out.writeInt(MARK);
        out.writeByte(kind);
        out.writeInt(bytes.length);
        out.write(bytes);
        out.flush();
    }

    /**
     * @param most the longest answer that is taken
     * @throws IOException when it ends, or is none
     */
    static ChildReply read(DataInputStream in, int most) throws IOException {
        if (in.readInt() != MARK) {
            throw new IOException("what it wrote is no answer");
        }
        int kind = in.readUnsignedByte();
        int length = in.readInt();
        int longest = kind == ANSWER ? most : LONGEST_REFUSAL;
        if (kind > REFUSAL || length < 0 || length > longest) {
            throw new IOException("its answer says that it is %d bytes long, and may be %d".formatted(length, longest));
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new IOException("its answer ended after %d of %d bytes".formatted(bytes.length, length));
        }
        return kind == ANSWER
                ? new ChildReply.Answered(bytes)
                : new ChildReply.Refused(Json.MAPPER.readValue(bytes, Failure.class));
    }
}
