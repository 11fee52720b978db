package dev.bascule.bridge.limit;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionMetaData;

/**
 * The time limit of a request's head, after which its connection is closed, whatever else came: no idle time-out sees a head
 * that grows by a byte now and then. Times are of {@link System#nanoTime()}. Thread-safe.
 */
public final class RequestHeadTimeout implements Connection.Listener {
    private final Duration limit;
    private final Map<Connection, Long> waitingSince = new ConcurrentHashMap<>();

    /** @param limit from the connection's start, or the end of the request before */
    public RequestHeadTimeout(Duration limit) {
        this.limit = limit;
    }

    @Override
    public void onOpened(Connection connection) {
        // TLS has a connection of its own beneath the one of HTTP.
        if (connection instanceof ConnectionMetaData) {
            awaited(connection, System.nanoTime());
        }
    }

    @Override
    public void onClosed(Connection connection) {
        waitingSince.remove(connection);
    }

    /** A whole head is there. */
    void came(Connection connection) {
        waitingSince.remove(connection);
    }

    /** The next one may come. */
    void awaited(Connection connection, long now) {
        waitingSince.put(connection, now);
    }

    void closeLate(long now) {
        waitingSince.forEach((connection, since) -> {
            EndPoint end = connection.getEndPoint();
            // One that became a socket of frames has another connection by now, with rules of its own.
            if (end.getConnection() != connection) {
                waitingSince.remove(connection, since);
            } else if (now - since > limit.toNanos()) {
                waitingSince.remove(connection, since);
                end.close(new TimeoutException("no request came"));
            }
        });
    }
}
