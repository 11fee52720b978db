package dev.bascule.bridge.server;

import dev.bascule.bridge.limit.AddressConnections;
import dev.bascule.bridge.limit.AddressKey;
import dev.bascule.bridge.limit.RequestHeadTimeout;
import dev.bascule.bridge.limit.SlowClientHandler;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.ThreadLimitHandler;
import org.eclipse.jetty.util.component.LifeCycle;

/**
 * What keeps one client from having all of the server: bodies are read before a thread waits for them, files leave without one, who is
 * slow all the same is closed, and nobody has all connections or threads. Stateless.
 */
final class ServerLimits {
    /** Bodies are JSON of some kilobytes, each chunk of them with some room of its own. */
    private static final long BODY_BYTES = 256 * 1024;

    private static final int CHUNK_COST = 64;
    private static final int CONNECTIONS = 1024;
    private static final int CONNECTIONS_OF_ADDRESS = 256;

    private ServerLimits() {}

    /**
     * @param threads that an address may have at once
     * @param patience how long a client may keep the server waiting, and half of how long for a request
     */
    static void install(Server server, int threads, Duration patience) {
        server.addBean(new NetworkConnectionLimit(CONNECTIONS, server));
        ThreadLimitHandler ofAddress = new ThreadLimitHandler() {
            @Override
            protected String getRemoteIP(Request request) {
                return AddressKey.of(Request.getRemoteAddr(request));
            }
        };
        ofAddress.setThreadLimit(threads);
        RequestHeadTimeout heads = new RequestHeadTimeout(patience.multipliedBy(2));
        List<Connection.Listener> listeners = List.of(new AddressConnections(CONNECTIONS_OF_ADDRESS), heads);
        server.addEventListener(new LifeCycle.Listener() {
            @Override
            public void lifeCycleStarting(LifeCycle starting) {
                // Connections know what their connector has, and nothing of the server's.
                for (Connector connector : server.getConnectors()) {
                    listeners.forEach(connector::addEventListener);
                }
            }
        });
        Handler.Singleton paced = new SlowClientHandler(patience, heads);
        Handler.Singleton eager = new EagerContentHandler(
                new EagerContentHandler.RetainedContentLoaderFactory(BODY_BYTES, CHUNK_COST, true));
        paced.setHandler(eager);
        eager.setHandler(ofAddress);
        server.setHandler(paced);
    }
}
