package dev.bascule.app.distributed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.secret.ChildProcesses;
import dev.bascule.studies.distributed.RoundTrips.RoundTrip;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Measures how long a packet takes from one rank's namespace to another's and back. Stateless. */
final class RoundTripProbe {
    static final String SCRIPT = "probe.py";
    private static final int TIMES = 7;
    /** The first answer takes two round trips: where the other is has to be asked as well. */
    private static final int TRIPS = 6;

    private static final long LEAST_MILLIS = 1000;

    private RoundTripProbe() {}

    /**
     * Of each pair of ranks.
     *
     * @param namespaces of the ranks, in their order
     * @param addresses likewise
     * @param latency one way, as it is to be
     */
    static List<RoundTrip> measure(
            List<Namespace> namespaces, List<String> addresses, Duration latency, RankNetwork.Scripts scripts)
            throws IOException, InterruptedException {
        List<RoundTrip> trips = new ArrayList<>();
        for (int from = 0; from < addresses.size() - 1; from++) {
            List<String> line = new ArrayList<>(List.of(
                    scripts.python(),
                    "-B",
                    scripts.folder().resolve(SCRIPT).toString(),
                    Integer.toString(TIMES),
                    Long.toString(LEAST_MILLIS + TRIPS * latency.toMillis())));
            line.addAll(addresses.subList(from + 1, addresses.size()));
            JsonNode told = ask(namespaces.get(from).inside(line));
            for (int each = 0; each < told.size(); each++) {
                int to = from + 1 + each;
                for (JsonNode millis : told.get(each)) {
                    trips.add(new RoundTrip(
                            from,
                            to,
                            millis.isNumber() ? OptionalDouble.of(millis.asDouble()) : OptionalDouble.empty()));
                }
            }
        }
        return trips;
    }

    private static JsonNode ask(List<String> line) throws IOException, InterruptedException {
        Process process = ChildProcesses.of(line)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("no round trip can be measured between ranks");
        }
        return Json.MAPPER.readTree(told);
    }
}
