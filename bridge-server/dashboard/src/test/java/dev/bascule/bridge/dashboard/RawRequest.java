package dev.bascule.bridge.dashboard;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Sends what no HTTP client would, to the letter. */
final class RawRequest {
    private RawRequest() {}

    /** The beginning of the answer. */
    static String send(URI server, String request) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write(request.replaceFirst("\r\n\r\n$", "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
