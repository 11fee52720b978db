package dev.bascule.bridge.direct;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/**
 * The wire that geckodriver speaks to Firefox, spoken without it: on a local port, each message its length in bytes, a
 * colon, and JSON; a command is {@code [0, id, name, parameters]}, an answer {@code [1, id, error, result]}
 * (firefox-source-docs, remote/marionette/Protocol). Belongs to one thread.
 */
final class Marionette implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LONGEST = 16 << 20;

    private final Socket socket;
    private int commands;

    private Marionette(Socket socket) {
        this.socket = socket;
    }

    /** @param limit for each answer */
    static Marionette connect(int port, Duration limit) throws IOException {
        Socket socket = new Socket();
        try {
            int millis = Math.toIntExact(limit.toMillis());
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), millis);
            socket.setSoTimeout(millis);
            Marionette marionette = new Marionette(socket);
            marionette.read();
            return marionette;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** @throws IOException also where Firefox answers with an error */
    JsonNode command(String name, Map<String, ?> parameters) throws IOException {
        commands++;
        byte[] body = JSON.writeValueAsBytes(new Object[] {0, commands, name, parameters});
        socket.getOutputStream().write((body.length + ":").getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().write(body);
        socket.getOutputStream().flush();
        JsonNode answer = read();
        if (!answer.path(2).isNull()) {
            throw new IOException(name + ": " + answer.path(2).path("message").asText(answer.toString()));
        }
        return answer.has(3) ? answer.get(3) : JsonNodeFactory.instance.nullNode();
    }

    private JsonNode read() throws IOException {
        InputStream in = socket.getInputStream();
        int length = 0;
        for (int digit = in.read(); digit != ':'; digit = in.read()) {
            if (digit < '0' || digit > '9' || length > LONGEST) {
                throw new IOException("what answers is not Firefox");
            }
            length = length * 10 + digit - '0';
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new IOException("Firefox ended");
        }
        return JSON.readTree(body);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
