package dev.bascule.fallback.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** One WebSocket frame. */
public sealed interface Frame {
    /** What either case comes to. */
    <R> R fold(Function<? super String, ? extends R> whenText, Function<? super ByteBuffer, ? extends R> whenBinary);

    /** As long as it is on its connection, without that one's own headers. */
    default long length() {
        return fold(text -> (long) text.getBytes(StandardCharsets.UTF_8).length, bytes -> (long) bytes.remaining());
    }

    record Text(String text) implements Frame {
        @Override
        public <R> R fold(
                Function<? super String, ? extends R> whenText, Function<? super ByteBuffer, ? extends R> whenBinary) {
            return whenText.apply(text);
        }
    }

    /** Read-only content. */
    record Binary(ByteBuffer bytes) implements Frame {
        public Binary {
            bytes = bytes.asReadOnlyBuffer();
        }

        @Override
        public <R> R fold(
                Function<? super String, ? extends R> whenText, Function<? super ByteBuffer, ? extends R> whenBinary) {
            return whenBinary.apply(bytes);
        }
    }
}
