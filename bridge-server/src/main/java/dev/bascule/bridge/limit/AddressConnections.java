package dev.bascule.bridge.limit;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.io.Connection;

/** Closes the connections of one address beyond so many at once. Thread-safe. */
public final class AddressConnections implements Connection.Listener {
    private final int most;
    private final Map<String, Integer> open = new HashMap<>();

    public AddressConnections(int most) {
        this.most = most;
    }

    @Override
    public void onOpened(Connection connection) {
        boolean tooMany;
        synchronized (this) {
            tooMany = open.merge(key(connection), 1, Integer::sum) > most;
        }
        if (tooMany) {
            connection.getEndPoint().close();
        }
    }

    @Override
    public synchronized void onClosed(Connection connection) {
        open.computeIfPresent(key(connection), (address, count) -> count > 1 ? count - 1 : null);
    }

    private static String key(Connection connection) {
        return connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress inet
                        && inet.getAddress() != null
                ? AddressKey.of(inet.getAddress().getHostAddress())
                : "unknown";
    }
}
