package dev.bascule.bridge.limit;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;

/** Closes the connections of one address beyond so many at once. Thread-safe. */
public final class AddressConnections implements Connection.Listener {
    private final int most;
    private final Map<String, Integer> open = new HashMap<>();

    /** A closed connection cannot tell any more where it came from. */
    private final Map<Connection, String> addresses = new IdentityHashMap<>();

    public AddressConnections(int most) {
        this.most = most;
    }

    @Override
    public void onOpened(Connection connection) {
        if (connection.getEndPoint() instanceof SslConnection.SslEndPoint) {
            // The connection of TLS beneath it is counted.
            return;
        }
        boolean tooMany;
        synchronized (this) {
            String address = address(connection);
            addresses.put(connection, address);
            tooMany = open.merge(address, 1, Integer::sum) > most;
        }
        if (tooMany) {
            connection.getEndPoint().close();
        }
    }

    @Override
    public synchronized void onClosed(Connection connection) {
        String from = addresses.remove(connection);
        if (from != null) {
            open.computeIfPresent(from, (address, count) -> count > 1 ? count - 1 : null);
        }
    }

    private static String address(Connection connection) {
        return connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress inet
                        && inet.getAddress() != null
                ? AddressKey.of(inet.getAddress().getHostAddress())
                : "unknown";
    }
}
