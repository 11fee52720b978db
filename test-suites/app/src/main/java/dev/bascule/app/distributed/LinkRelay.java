package dev.bascule.app.distributed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.secret.ChildProcesses;
import dev.bascule.studies.distributed.RoundTrips.Lateness;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A switch between ranks' links that sends each frame on after a while: in place of a bridge, where the kernel has no netem. A process
 * of its own, which ends with this JVM. Belongs to one thread.
 */
final class LinkRelay implements AutoCloseable {
    static final String SCRIPT = "relay.py";

    private final Process process;
    private final BufferedReader told;

    private LinkRelay(Process process) {
        this.process = process;
        this.told = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Begins one.
     *
     * @param between the namespace of the links' ends
     * @param folder with its script
     */
    static LinkRelay start(Namespace between, List<String> links, Duration latency, String python, Path folder)
            throws IOException {
        List<String> line = new ArrayList<>(List.of(
                python,
                "-B",
                folder.resolve(SCRIPT).toString(),
                Long.toString(ProcessHandle.current().pid()),
                Long.toString(latency.toNanos() / 1000)));
        line.addAll(links);
        LinkRelay relay = new LinkRelay(ChildProcesses.of(between.inside(line))
                .redirectErrorStream(true)
                .start());
        String word = relay.told.readLine();
        if (!"\"ready\"".equals(word)) {
            relay.close();
            throw new IOException("the links' relay does not begin: " + word);
        }
        return relay;
    }

    /** What it did until now; empty where it ended. */
    Optional<Lateness> lateness() {
        try {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            String line = told.readLine();
            if (line == null) {
                return Optional.empty();
            }
            JsonNode json = Json.MAPPER.readTree(line);
            return Optional.of(new Lateness(
                    json.path("carried").asLong(),
                    json.path("dropped").asLong(),
                    json.path("meanMs").asDouble(),
                    json.path("mostMs").asDouble()));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the links' relay tells what is no JSON", e);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
