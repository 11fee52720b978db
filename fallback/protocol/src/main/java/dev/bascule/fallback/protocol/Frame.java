package dev.bascule.fallback.protocol;

import java.nio.ByteBuffer;

/** One WebSocket frame. */
public sealed interface Frame {

    record Text(String text) implements Frame {}

    /** Read-only content. */
    record Binary(ByteBuffer bytes) implements Frame {
        public Binary {
            bytes = bytes.asReadOnlyBuffer();
        }
    }
}
