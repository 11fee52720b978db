package dev.bascule.nativerunner.child;

import dev.bascule.fallback.protocol.Frame;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** Puts the pieces of a WebSocket message together again. Belongs to the socket's thread. */
final class FrameAssembler {
    private static final int FIRST = 64 * 1024;

    private final StringBuilder text = new StringBuilder();
    private byte[] bytes = new byte[FIRST];
    private int length;

    /** The whole message, once its last piece is here. */
    Optional<Frame> text(CharSequence piece, boolean last) {
        text.append(piece);
        if (!last) {
            return Optional.empty();
        }
        Frame frame = new Frame.Text(text.toString());
        text.setLength(0);
        return Optional.of(frame);
    }

    /** The whole message, once its last piece is here. */
    Optional<Frame> binary(ByteBuffer piece, boolean last) {
        int added = piece.remaining();
        if (bytes.length - length < added) {
            // Doubling; a message beyond 1 GiB grows to what it needs, and beyond 2 GiB overflows into an error.
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, added), Math.min(length * 2, 1 << 30)));
        }
        piece.get(bytes, length, added);
        length += added;
        if (!last) {
            return Optional.empty();
        }
        // A well-filled array is handed over as it is: a large tensor is not copied once more.
        byte[] whole = length > bytes.length / 2 ? bytes : Arrays.copyOf(bytes, length);
        Frame frame = new Frame.Binary(ByteBuffer.wrap(whole, 0, length).slice());
        if (whole == bytes) {
            bytes = new byte[FIRST];
        }
        length = 0;
        return Optional.of(frame);
    }
}
