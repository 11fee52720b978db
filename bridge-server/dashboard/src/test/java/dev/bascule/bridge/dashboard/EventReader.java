package dev.bascule.bridge.dashboard;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Follows server-sent events over a socket of its own, so that a test can cut it anywhere, in the middle of an event too. */
final class EventReader {
    private final URI server;
    final List<Received> received = new ArrayList<>();
    int refused;
    int breaks;
    private Optional<String> last = Optional.empty();

    /** An event that came in whole. */
    record Received(long id, String type, String data) {}

    EventReader(URI server) {
        this.server = server;
    }

    /** Follows from a place on. */
    EventReader after(long id) {
        last = Optional.of(Long.toString(id));
        return this;
    }

    /**
     * Comes back with the last id that it has, reads so many bytes at most, and cuts the connection.
     *
     * @param enough an id at which to stop
     */
    void follow(int bytes, long enough) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(30_000);
            String resume = last.map(id -> "Last-Event-ID: " + id + "\r\n").orElse("");
            socket.getOutputStream()
                    .write(("GET /api/v1/events HTTP/1.1\r\nHost: %s\r\nAccept: text/event-stream\r\n%s\r\n"
                                    .formatted(server.getAuthority(), resume))
                            .getBytes(StandardCharsets.ISO_8859_1));
            CutStream stream = new CutStream(socket, bytes);
            try {
                read(stream, enough);
            } catch (SocketException broken) {
                // The server may end a connection whose client took nothing for too long, as when the machine stood
                // still: a break as any other, after which the next one goes on.
                breaks++;
            }
            if (stream.isRefused()) {
                refused++;
                pause();
            }
        }
    }

    /** As the page does where there is no stream: it comes again, half a second later. */
    private static void pause() throws IOException {
        try {
            Thread.sleep(500);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    private void read(CutStream stream, long enough) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8), 1);
        String id = "";
        String type = "";
        StringBuilder data = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("id: ")) {
                id = line.substring(4);
            } else if (line.startsWith("event: ")) {
                type = line.substring(7);
            } else if (line.startsWith("data: ")) {
                data.append(line.substring(6));
            } else if (line.isEmpty() && !type.isEmpty()) {
                received.add(new Received(Long.parseLong(id), type, data.toString()));
                last = Optional.of(id);
                if (Long.parseLong(id) >= enough) {
                    return;
                }
                type = "";
                data.setLength(0);
            }
        }
    }
}
