package dev.bascule.bridge.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Copies the bodies of answers. Stateless. */
final class Bodies {
    /** Models and WebAssembly have tens to hundreds of megabytes: the JDK's own 8 KiB steps halve the throughput. */
    private static final int STEP = 256 * 1024;

    private Bodies() {}

    static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[STEP];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            to.write(buffer, 0, read);
        }
        to.flush();
    }
}
