package dev.bascule.bridge.dashboard;

import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.job.EventJournal;
import dev.bascule.bridge.dashboard.job.EventStreams;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.bridge.server.RouteProvider;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A server with the stream of events alone, without a dashboard around it. */
final class EventServer implements RouteProvider {
    final EventJournal journal = new EventJournal(Clock.systemUTC(), 100_000);
    final EventStreams streams;
    final long before = journal.last();
    /** Asked of each client. */
    volatile BooleanSupplier allowed = () -> true;

    private final BridgeServer server;

    EventServer(EventStreams.Settings settings) {
        streams = new EventStreams(journal, settings);
        server = BridgeServer.start(BridgeConfig.defaults(), List.of(), List.of(this));
    }

    URI origin() {
        return server.origin();
    }

    /** The head of a request for the events. */
    String request(String moreLines) {
        return "GET /api/v1/events HTTP/1.1\r\nHost: %s\r\n%s\r\n".formatted(origin().getAuthority(), moreLines);
    }

    void add(int events, int from) {
        for (int i = 0; i < events; i++) {
            journal.add("number", Map.of("n", from + i, "text", "x".repeat((from + i) % 300)));
        }
    }

    @Override
    public void install(RoutesConfig routes) {
        routes.get("/api/v1/events", context -> {
            Optional<Long> after =
                    Optional.ofNullable(context.header("Last-Event-ID")).map(Long::valueOf);
            streams.open(context, after, allowed);
        });
    }

    @Override
    public boolean owns(String path) {
        return path.startsWith("/api/");
    }

    @Override
    public Optional<String> policy(String path) {
        return Optional.empty();
    }

    @Override
    public void answer(Exception error, Context context) {
        Responses.problem(context, error);
    }

    @Override
    public void refuse(Context context) {
        throw new AssertionError();
    }

    @Override
    public void close() {
        streams.close();
        server.close();
    }
}
