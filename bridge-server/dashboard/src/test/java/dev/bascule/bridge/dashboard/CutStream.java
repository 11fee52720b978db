package dev.bascule.bridge.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/** The body of a chunked answer, as far as so many bytes of the connection. */
final class CutStream extends InputStream {
    private final InputStream in;
    private int left;
    private int inChunk;
    private boolean head = true;
    private String status = "";

    CutStream(Socket socket, int bytes) throws IOException {
        this.in = socket.getInputStream();
        this.left = bytes;
    }

    private int raw() throws IOException {
        return left-- > 0 ? in.read() : -1;
    }

    /** A line of the head, or of a chunk's; null at the cut. */
    private String line() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int c = raw(); c >= 0; c = raw()) {
            if (c == '\n') {
                return text.toString().stripTrailing();
            }
            text.append((char) c);
        }
        return null;
    }

    /** Whether the server had no room, as far as that could be read. */
    boolean isRefused() {
        return status.contains(" 503 ");
    }

    @Override
    public int read() throws IOException {
        while (head) {
            String line = line();
            if (line == null) {
                return -1;
            }
            if (status.isEmpty()) {
                status = line;
            }
            head = !line.isEmpty();
        }
        if (isRefused()) {
            // What follows is no stream, and the connection stays open after it.
            return -1;
        }
        if (inChunk == 0) {
            String size = line();
            if (size != null && size.isEmpty()) {
                size = line();
            }
            if (size == null || size.equals("0")) {
                return -1;
            }
            inChunk = Integer.parseInt(size, 16);
        }
        inChunk--;
        return raw();
    }

    @Override
    public int read(byte[] bytes, int from, int count) throws IOException {
        int one = read();
        if (one < 0) {
            return -1;
        }
        bytes[from] = (byte) one;
        return 1;
    }
}
