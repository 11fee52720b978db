package dev.bascule.workers.broker;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.secret.CapabilityToken;
import dev.bascule.fallback.secret.PrivateFiles;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.wire.Link;
import dev.bascule.workers.wire.Wire;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptor;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.impl.ActiveMQServerImpl;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/**
 * Apache Artemis within this process: one port with TLS, its journal in a folder; no management, no web page, no JMX, no metrics.
 * Thread-safe.
 */
public final class Broker implements Exchange {
    /** More messages than this wait nowhere: few jobs of each worker are in the broker, and the ledger has the others. */
    private static final int WAITING_MESSAGES = 20_000;

    private static final long WAITING_BYTES = 256L << 20;
    private static final int DISK_PERCENT = 95;
    private static final long UNHEARD_MILLIS = 60_000;
    private static final String NETTY = "bascule";
    private static final AtomicInteger SERVER_IDS = new AtomicInteger(7000);

    private final ActiveMQServerImpl server;
    private final Link link;

    private Broker(ActiveMQServerImpl server, Link link) {
        this.server = server;
        this.link = link;
    }

    /**
     * Starts one.
     *
     * @throws BasculeException COORDINATOR_FAILED where the port is taken, or the folder cannot be used or is used
     */
    public static Broker start(BrokerSettings settings, Admission admission) {
        String own = CapabilityToken.random().reveal();
        int serverId = SERVER_IDS.incrementAndGet();
        listening(settings);
        try {
            PrivateFiles.prepareFolder(settings.folder());
            Configuration configuration = configuration(settings.folder());
            configuration.addAcceptorConfiguration(tls(settings));
            configuration.addAcceptorConfiguration(new TransportConfiguration(
                    InVMAcceptorFactory.class.getName(), Map.of("serverId", serverId), "own"));
            ActiveMQServerImpl server = new ActiveMQServerImpl(configuration, new Gate(own, admission));
            server.start();
            if (!server.waitForActivation(1, TimeUnit.MINUTES)) {
                server.stop();
                throw failed(settings, "another coordinator holds its folder");
            }
            if (port(server) <= 0) {
                server.stop();
                throw failed(settings, "it cannot listen there");
            }
            queue(server, Wire.REPORTS);
            queue(server, Wire.ASKS);
            queue(server, Wire.UPLOADS);
            return new Broker(
                    server,
                    Link.open(
                            new TransportConfiguration(
                                    InVMConnectorFactory.class.getName(), Map.of("serverId", serverId)),
                            Gate.SELF,
                            own));
        } catch (BasculeException e) {
            throw e;
        } catch (Exception e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.COORDINATOR_FAILED,
                    "the broker of %s does not start: %s".formatted(settings.folder(), e));
        }
    }

    /** Whether it can listen there: the library finds out after a minute, with the stacks of its threads. */
    private static void listening(BrokerSettings settings) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(settings.bind(), settings.port()));
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.COORDINATOR_FAILED,
                    "nobody can listen on port %d of %s: %s"
                            .formatted(settings.port(), settings.bind(), e.getMessage()),
                    "end what listens there already, such as another coordinator",
                    "name another port: coordinator --port PORT, serve --coordinator-port PORT; 0 is a free one, and workers have the port in"
                            + " their addresses");
        }
    }

    private static BasculeException failed(BrokerSettings settings, String why) {
        return new BasculeException(
                ErrorCode.COORDINATOR_FAILED,
                "the broker on %s:%d in %s does not start: %s"
                        .formatted(settings.bind(), settings.port(), settings.folder(), why));
    }

    private static Configuration configuration(Path folder) throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setName(NETTY)
                .setPersistenceEnabled(true)
                .setJournalType(JournalType.NIO)
                .setJournalFileSize(10 << 20)
                .setJournalPoolFiles(2)
                .setJournalDirectory(folder.resolve("journal").toString())
                .setBindingsDirectory(folder.resolve("bindings").toString())
                .setPagingDirectory(folder.resolve("paging").toString())
                .setLargeMessagesDirectory(folder.resolve("large").toString())
                .setNodeManagerLockDirectory(folder.resolve("journal").toString())
                .setSecurityEnabled(true)
                // A token that was taken back is not good for a moment longer.
                .setSecurityInvalidationInterval(0)
                .setAuthenticationCacheSize(0)
                .setAuthorizationCacheSize(0)
                .setPopulateValidatedUser(true)
                .setRejectEmptyValidatedUser(true)
                .setJMXManagementEnabled(false)
                .setMessageCounterEnabled(false)
                .setResolveProtocols(true)
                .setMaxDiskUsage(DISK_PERCENT)
                .setCriticalAnalyzer(false)
                .setGracefulShutdownEnabled(false)
                .setConnectionTTLOverride(UNHEARD_MILLIS);
        configuration.addAddressSetting(
                "#",
                new AddressSettings()
                        .setAddressFullMessagePolicy(AddressFullMessagePolicy.FAIL)
                        .setMaxSizeBytes(WAITING_BYTES)
                        .setMaxSizeMessages(WAITING_MESSAGES)
                        // Whatever fails is tried again for ever: a result is never thrown away by the broker.
                        .setMaxDeliveryAttempts(-1)
                        .setAutoCreateAddresses(false)
                        .setAutoCreateQueues(false)
                        .setAutoDeleteAddresses(false)
                        .setAutoDeleteQueues(false));
        // Who does not read what it is told is told no more: nobody else is to wait for it.
        for (String told : List.of(Wire.told("#"), Wire.blobs("#"))) {
            configuration.addAddressSetting(
                    told, new AddressSettings().setAddressFullMessagePolicy(AddressFullMessagePolicy.DROP));
        }
        return configuration;
    }

    private static TransportConfiguration tls(BrokerSettings settings) throws IOException, GeneralSecurityException {
        // The library reads keys from a file alone: ours is for this user's eyes, and its password dies with the
        // process.
        String password = CapabilityToken.random().reveal();
        Path file = settings.folder().resolve("keys.p12");
        write(settings, password, file);
        Map<String, Object> at = new HashMap<>();
        at.put(TransportConstants.HOST_PROP_NAME, settings.bind());
        at.put(TransportConstants.PORT_PROP_NAME, settings.port());
        at.put(TransportConstants.SSL_ENABLED_PROP_NAME, true);
        at.put(TransportConstants.KEYSTORE_PATH_PROP_NAME, file.toString());
        at.put(TransportConstants.KEYSTORE_PASSWORD_PROP_NAME, password);
        at.put(TransportConstants.KEYSTORE_TYPE_PROP_NAME, "PKCS12");
        at.put(TransportConstants.ENABLED_PROTOCOLS_PROP_NAME, "TLSv1.3,TLSv1.2");
        at.put(TransportConstants.PROTOCOLS_PROP_NAME, "CORE");
        return new TransportConfiguration(NettyAcceptorFactory.class.getName(), at, NETTY);
    }

    private static void write(BrokerSettings settings, String password, Path file)
            throws IOException, GeneralSecurityException {
        KeyStore copy = KeyStore.getInstance("PKCS12");
        copy.load(null, null);
        for (String alias : Collections.list(settings.keys().aliases())) {
            if (settings.keys().isKeyEntry(alias)) {
                copy.setKeyEntry(
                        alias,
                        settings.keys().getKey(alias, settings.password()),
                        password.toCharArray(),
                        settings.keys().getCertificateChain(alias));
            }
        }
        PrivateFiles.prepare(file);
        try (OutputStream out = Files.newOutputStream(file)) {
            copy.store(out, password.toCharArray());
        }
    }

    private static int port(ActiveMQServerImpl server) {
        return server.getRemotingService().getAcceptor(NETTY) instanceof NettyAcceptor acceptor
                ? acceptor.getActualPort()
                : -1;
    }

    private static void queue(ActiveMQServerImpl server, String name) throws Exception {
        server.createQueue(
                QueueConfiguration.of(name)
                        .setRoutingType(RoutingType.ANYCAST)
                        .setDurable(true)
                        .setAutoCreateAddress(true),
                true);
    }

    @Override
    public int port() {
        return port(server);
    }

    @Override
    public boolean isUp() {
        return server.isActive() && link.isUp();
    }

    @Override
    public boolean isOver() {
        return !isUp();
    }

    @Override
    public Link link() {
        return link;
    }

    @Override
    public void queues(String id, Role role) {
        try {
            for (String name : Permissions.mayRead(role, id)) {
                queue(server, name);
            }
        } catch (Exception e) {
            throw BasculeException.because(
                    e, ErrorCode.COORDINATOR_FAILED, "the broker makes no queue: %s".formatted(e.getMessage()));
        }
    }

    /** The gate knows it by the ledger. */
    @Override
    public void issued(String id, Role role, String secret) {}

    @Override
    public Set<String> withoutAccount(Set<String> ids) {
        return Set.of();
    }

    @Override
    public void keepOnly(Set<String> ids) {}

    @Override
    public void cut(String id) {
        server.getSessions().stream()
                .filter(session -> id.equals(session.getUsername()))
                .toList()
                .forEach(session ->
                        session.getRemotingConnection().fail(new ActiveMQException("the token was taken back")));
    }

    @Override
    public void close() {
        link.close();
        try {
            server.stop();
        } catch (Exception e) {
            throw BasculeException.because(
                    e, ErrorCode.COORDINATOR_FAILED, "the broker does not stop: %s".formatted(e.getMessage()));
        }
    }
}
