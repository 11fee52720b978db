package dev.bascule.bridge.server;

import dev.bascule.bridge.limit.AddressConnections;
import dev.bascule.bridge.limit.AddressKey;
import dev.bascule.bridge.limit.PaceHandler;
import java.time.Duration;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.ThreadLimitHandler;

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
     * @param patience how long a client may keep the server waiting
     */
    static void install(Server server, int threads, Duration patience) {
        server.addBean(new NetworkConnectionLimit(CONNECTIONS, server));
        server.addBean(new AddressConnections(CONNECTIONS_OF_ADDRESS));
        ThreadLimitHandler ofAddress = new ThreadLimitHandler() {
            @Override
            protected String getRemoteIP(Request request) {
                return AddressKey.of(Request.getRemoteAddr(request));
            }
        };
        ofAddress.setThreadLimit(threads);
        Handler.Singleton paced = new PaceHandler(patience);
        Handler.Singleton eager = new EagerContentHandler(
                new EagerContentHandler.RetainedContentLoaderFactory(BODY_BYTES, CHUNK_COST, true));
        paced.setHandler(eager);
        eager.setHandler(ofAddress);
        server.setHandler(paced);
    }
}
