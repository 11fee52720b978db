package dev.bascule.workers.wire;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.workers.join.JoinAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQInterruptedException;
import org.apache.activemq.artemis.api.core.ActiveMQSecurityException;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyConnectorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;

/** One connection to a broker. But for a lasting one whoever holds it opens another where it breaks. Thread-safe; its sessions are not. */
public final class Link implements AutoCloseable {
    private static final int REACH_MILLIS = 10_000;
    private static final long CALL_MILLIS = 20_000;
    /** How long a call waits for a lasting connection that is being mended: whoever calls may hold a lock. */
    private static final long MENDED_MILLIS = 1_000;
    /** A network that swallows everything is noticed within twice this, which is sooner than a worker is lost. */
    private static final long ALIVE_MILLIS = 10_000;

    private final ServerLocator locator;
    private final ClientSessionFactory factory;
    private final String user;
    private final String password;
    private final LinkState state;

    private Link(ServerLocator locator, ClientSessionFactory factory, String user, String password, LinkState state) {
        this.locator = locator;
        this.factory = factory;
        this.user = user;
        this.password = password;
        this.state = state;
    }

    /**
     * Connects, and shows the token.
     *
     * @throws BasculeException COORDINATOR_UNREACHABLE where nobody answers there, COORDINATOR_REFUSED where the
     *     certificate is another or the token is not taken
     */
    public static Link open(JoinAddress address) {
        Link link = open(address, false, up -> {});
        try {
            link.refuseOpenDoors(address);
            return link;
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    /**
     * The same for a coordinator whose broker others run: it mends itself, however long that takes.
     *
     * @param told whether it is up, once where it breaks and once where it is mended, by a thread of the library's
     */
    public static Link lasting(JoinAddress address, Consumer<Boolean> told) {
        return open(address, true, told);
    }

    private static Link open(JoinAddress address, boolean lasting, Consumer<Boolean> told) {
        reach(address);
        Map<String, Object> to = new HashMap<>();
        to.put(TransportConstants.HOST_PROP_NAME, address.host());
        to.put(TransportConstants.PORT_PROP_NAME, address.port());
        to.put(TransportConstants.SSL_ENABLED_PROP_NAME, true);
        to.put(TransportConstants.VERIFY_HOST_PROP_NAME, false);
        to.put(TransportConstants.TRUSTSTORE_PATH_PROP_NAME, PinnedSslContextFactory.PIN + address.fingerprint());
        try {
            return open(
                    new TransportConfiguration(NettyConnectorFactory.class.getName(), to),
                    address.id(),
                    address.secret(),
                    lasting,
                    told);
        } catch (ActiveMQSecurityException e) {
            throw refused(address);
        } catch (ActiveMQException e) {
            throw unreachable(address, e);
        }
    }

    /** A broker that lets a member read what is the coordinator's is not set up as it must be: a member would see, and take, what others say. */
    private void refuseOpenDoors(JoinAddress address) {
        try (ClientSession session = session()) {
            for (String queue : List.of(Wire.REPORTS, Wire.ASKS, Wire.UPLOADS)) {
                if (mayRead(session, queue)) {
                    throw new BasculeException(
                            ErrorCode.COORDINATOR_REFUSED,
                            "the broker of %s lets members read what others say, such as in %s"
                                    .formatted(address.url(), queue),
                            "its administrator gives it the permissions that the coordinator wrote down");
                }
            }
        } catch (ActiveMQException e) {
            throw unreachable(address, e);
        }
    }

    private static boolean mayRead(ClientSession session, String queue) throws ActiveMQException {
        try {
            // It takes nothing: no message is to nobody.
            session.createConsumer(queue, Wire.TO + " = 'nobody'").close();
            return true;
        } catch (ActiveMQSecurityException asItShould) {
            return false;
        }
    }

    /** The same without TLS and token, for the broker of this process. */
    public static Link open(TransportConfiguration to, String user, String password) throws ActiveMQException {
        return open(to, user, password, false, up -> {});
    }

    private static Link open(
            TransportConfiguration to, String user, String password, boolean lasting, Consumer<Boolean> told)
            throws ActiveMQException {
        ServerLocator locator = ActiveMQClient.createServerLocatorWithoutHA(to)
                .setReconnectAttempts(lasting ? -1 : 0)
                .setInitialConnectAttempts(1)
                .setUseTopologyForLoadBalancing(false)
                .setCallTimeout(CALL_MILLIS)
                .setConsumerWindowSize(0)
                .setBlockOnDurableSend(true)
                .setBlockOnAcknowledge(true)
                .setUseGlobalPools(true);
        if (lasting) {
            locator.setCallFailoverTimeout(MENDED_MILLIS).setClientFailureCheckPeriod(ALIVE_MILLIS);
        }
        try {
            ClientSessionFactory factory = locator.createSessionFactory();
            LinkState state = new LinkState(told);
            factory.addFailoverListener(state);
            Link link = new Link(locator, factory, user, password, state);
            // A token that is not taken is noticed here.
            link.session().close();
            return link;
        } catch (ActiveMQException | ActiveMQInterruptedException e) {
            locator.close();
            throw e;
        } catch (Exception e) {
            locator.close();
            throw new ActiveMQException(e.toString());
        }
    }

    /** A started session whose sends and acknowledgements count at once. */
    public ClientSession session() throws ActiveMQException {
        return started(factory.createSession(user, password, false, true, true, false, 0));
    }

    /** A started session whose sends and acknowledgements count together when it commits. */
    public ClientSession transacted() throws ActiveMQException {
        return started(factory.createSession(user, password, false, false, false, false, 0));
    }

    private static ClientSession started(ClientSession session) throws ActiveMQException {
        session.start();
        return session;
    }

    /** Whether it carries anything now, as far as this end has noticed. */
    public boolean isUp() {
        return state.isUp();
    }

    /** Whether it broke and is not mended any more. */
    public boolean isOver() {
        return state.isOver();
    }

    /** The broker's library says of a wrong certificate as little as of a closed port: asked here, before. */
    private static void reach(JoinAddress address) {
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(address.host(), address.port()), REACH_MILLIS);
            plain.setSoTimeout(REACH_MILLIS);
            try (SSLSocket tls = (SSLSocket) PinnedTls.context(address.fingerprint())
                    .getSocketFactory()
                    .createSocket(plain, address.host(), address.port(), true)) {
                tls.startHandshake();
            }
        } catch (SSLException e) {
            if (!isCertificate(e)) {
                throw unreachable(address, e);
            }
            throw BasculeException.because(
                    e,
                    ErrorCode.COORDINATOR_REFUSED,
                    "%s is not the coordinator that issued this token: its certificate is another"
                            .formatted(address.url()),
                    "ask whoever runs the coordinator for a new token; if nothing was changed there, somebody else answers at this address");
        } catch (IOException | GeneralSecurityException e) {
            throw unreachable(address, e);
        }
    }

    /** A handshake fails too where the connection breaks meanwhile. */
    private static boolean isCertificate(Throwable why) {
        return why instanceof CertificateException || (why.getCause() != null && isCertificate(why.getCause()));
    }

    private static BasculeException unreachable(JoinAddress address, Exception why) {
        return BasculeException.because(
                why, ErrorCode.COORDINATOR_UNREACHABLE, "no coordinator answers at %s".formatted(address.url()));
    }

    private static BasculeException refused(JoinAddress address) {
        return new BasculeException(
                ErrorCode.COORDINATOR_REFUSED,
                "%s does not take this token: it was revoked, is of another coordinator, or has no account yet at a broker that others run"
                        .formatted(address.url()));
    }

    @Override
    public void close() {
        factory.close();
        locator.close();
    }
}
