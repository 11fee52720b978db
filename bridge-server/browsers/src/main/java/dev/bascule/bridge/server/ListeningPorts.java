package dev.bascule.bridge.server;

import dev.bascule.bridge.tls.OwnNames;
import dev.bascule.bridge.tls.TlsIdentity;
import io.javalin.config.JavalinConfig;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * The ports that the bridge listens on: one plain one, or with TLS one for everybody and a plain one on loopback, so that
 * this machine's own runners need not trust the certificate. Used by one thread, that starts the server.
 */
final class ListeningPorts {
    private static final String LOOPBACK = "127.0.0.1";

    private final BridgeConfig config;
    private final List<ServerConnector> connectors = new ArrayList<>();

    ListeningPorts(BridgeConfig config) {
        this.config = config;
    }

    void install(JavalinConfig javalin) {
        config.tls()
                .ifPresentOrElse(
                        identity -> {
                            javalin.jetty.addConnector((server, http) -> opened(plain(server, http), LOOPBACK, 0));
                            javalin.jetty.addConnector((server, http) ->
                                    opened(secure(server, http, identity), config.host(), config.port()));
                        },
                        () -> javalin.jetty.addConnector(
                                (server, http) -> opened(plain(server, http), config.host(), config.port())));
    }

    private ServerConnector opened(ServerConnector connector, String host, int port) {
        connector.setHost(host);
        connector.setPort(port);
        connectors.add(connector);
        return connector;
    }

    private static ServerConnector plain(Server server, HttpConfiguration http) {
        return new ServerConnector(server, new HttpConnectionFactory(http));
    }

    private static ServerConnector secure(Server server, HttpConfiguration http, TlsIdentity identity) {
        // In memory only: the password keeps nobody out.
        String password = UUID.randomUUID().toString();
        SslContextFactory.Server context = new SslContextFactory.Server();
        context.setKeyStore(identity.keyStore(password.toCharArray()));
        context.setKeyStorePassword(password);
        HttpConfiguration https = new HttpConfiguration(http);
        // Addresses are not sent as server names; which hosts are known is the guard's to say.
        https.addCustomizer(new SecureRequestCustomizer(false));
        return new ServerConnector(
                server, new SslConnectionFactory(context, "http/1.1"), new HttpConnectionFactory(https));
    }

    /** Where this machine's own runners go, without TLS. */
    URI local() {
        String host = config.tls().isPresent() || isWildcard(config.host()) ? LOOPBACK : inUrl(config.host());
        return URI.create("http://%s:%d".formatted(host, connectors.get(0).getLocalPort()));
    }

    /** Where others go, the most likely first. */
    List<URI> open() {
        String scheme = config.tls().isPresent() ? "https" : "http";
        int port = connectors.get(connectors.size() - 1).getLocalPort();
        Stream<String> hosts = isWildcard(config.host())
                ? Stream.concat(OwnNames.ofThisMachine().addressHosts(), Stream.of(LOOPBACK))
                : Stream.of(inUrl(config.host()));
        return hosts.map(host -> URI.create("%s://%s:%d".formatted(scheme, host, port)))
                .toList();
    }

    static boolean isLoopback(String host) {
        return resolved(host).map(InetAddress::isLoopbackAddress).orElse(false);
    }

    private static boolean isWildcard(String host) {
        return resolved(host).map(InetAddress::isAnyLocalAddress).orElse(false);
    }

    private static Optional<InetAddress> resolved(String host) {
        try {
            return Optional.of(InetAddress.getByName(host));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /** As browsers write it in a URL: an IPv6 address shortened and in brackets. */
    static String inUrl(String host) {
        return host.indexOf(':') < 0 ? host : resolved(host).map(OwnNames::host).orElse(host);
    }
}
