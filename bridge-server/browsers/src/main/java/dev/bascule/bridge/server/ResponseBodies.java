package dev.bascule.bridge.server;

import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;

/** A sender of the bodies of answers that blocks no thread. Stateless. */
final class ResponseBodies {
    /** Models and WebAssembly have tens to hundreds of megabytes: the JDK's own 8 KiB steps halve the throughput. */
    private static final int STEP = 128 * 1024;

    private ResponseBodies() {}

    /** As the whole answer, uncompressed; closes what it is read from. */
    static void send(Context context, InputStream from) {
        context.future(() -> {
            CompletableFuture<Void> sent = new CompletableFuture<>();
            try {
                ServletOutputStream to = context.res().getOutputStream();
                to.setWriteListener(new Transfer(from, to, sent));
            } catch (IOException e) {
                sent.completeExceptionally(e);
            }
            return sent;
        });
    }

    /** Called by one thread at a time. */
    private static final class Transfer implements WriteListener {
        private final InputStream from;
        private final ServletOutputStream to;
        private final CompletableFuture<Void> sent;
        private final byte[] buffer = new byte[STEP];

        private Transfer(InputStream from, ServletOutputStream to, CompletableFuture<Void> sent) {
            this.from = from;
            this.to = to;
            this.sent = sent;
        }

        @Override
        public void onWritePossible() throws IOException {
            while (to.isReady()) {
                int read = from.read(buffer);
                if (read < 0) {
                    from.close();
                    sent.complete(null);
                    return;
                }
                to.write(buffer, 0, read);
            }
        }

        @Override
        public void onError(Throwable error) {
            try {
                from.close();
            } catch (IOException e) {
                error.addSuppressed(e);
            }
            sent.completeExceptionally(error);
        }
    }
}
