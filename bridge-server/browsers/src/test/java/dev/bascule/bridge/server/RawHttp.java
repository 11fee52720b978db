package dev.bascule.bridge.server;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A request written byte by byte, so that no client tidies up its path or its headers. */
final class RawHttp {

    /**
     * @param status the status code
     * @param headers by name in lower case
     * @param body as Latin-1 text
     */
    record Answer(int status, Map<String, String> headers, String body) {}

    private RawHttp() {}

    static Answer get(URI origin, String target) throws IOException {
        return send(origin, "GET", target, Map.of("Host", origin.getAuthority()));
    }

    static Answer send(URI origin, String method, String target, Map<String, String> headers) throws IOException {
        try (Socket socket = new Socket(origin.getHost(), origin.getPort())) {
            StringBuilder request = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
            if (!headers.containsKey("Connection")) {
                request.append("Connection: close\r\n");
            }
            headers.forEach((name, value) ->
                    request.append(name).append(": ").append(value).append("\r\n"));
            socket.getOutputStream().write(request.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            int end = all.indexOf("\r\n\r\n");
            String[] head = all.substring(0, end).split("\r\n");
            Map<String, String> answered = new LinkedHashMap<>();
            for (int i = 1; i < head.length; i++) {
                int colon = head[i].indexOf(':');
                answered.put(
                        head[i].substring(0, colon).toLowerCase(Locale.ROOT),
                        head[i].substring(colon + 1).strip());
            }
            return new Answer(Integer.parseInt(head[0].split(" ")[1]), answered, all.substring(end + 4));
        }
    }
}
