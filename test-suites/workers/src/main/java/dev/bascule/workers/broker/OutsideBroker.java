package dev.bascule.workers.broker;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.workers.join.JoinAddress;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.wire.Certificates;
import dev.bascule.workers.wire.Link;
import dev.bascule.workers.wire.Wire;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An Artemis that others run, over its core protocol and TLS. Who a member is, its accounts say, and what each may do, its permissions:
 * the coordinator writes both down for its administrator ({@link OutsideAccounts}), and takes no broker that does not say who sent a message.
 * Thread-safe.
 */
public final class OutsideBroker implements Exchange {
    private static final Logger LOG = LoggerFactory.getLogger(OutsideBroker.class);
    private static final String PROBE = "bascule.probe";
    private static final long PROBE_MILLIS = 10_000;

    private final OutsideBrokerSettings settings;
    private final String fingerprint;
    private final Link link;
    private final OutsideAccounts accounts;

    private OutsideBroker(OutsideBrokerSettings settings, String fingerprint, Link link) {
        this.settings = settings;
        this.fingerprint = fingerprint;
        this.link = link;
        this.accounts = new OutsideAccounts(settings.folder());
    }

    /**
     * Connects, looks at what it must be, and makes the queues that are the coordinator's.
     *
     * @throws BasculeException COORDINATOR_UNREACHABLE where nobody answers there, COORDINATOR_REFUSED where it is another, does not take
     *     the account, or does not say who sent a message
     */
    public static OutsideBroker open(OutsideBrokerSettings settings) {
        String fingerprint =
                settings.fingerprint().orElseGet(() -> Certificates.vouchedFor(settings.host(), settings.port()));
        Link link = link(settings, fingerprint);
        try {
            OutsideBroker broker = new OutsideBroker(settings, fingerprint, link);
            List.of(PROBE, Wire.REPORTS, Wire.ASKS, Wire.UPLOADS).forEach(broker::queue);
            broker.probe();
            return broker;
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }

    private static Link link(OutsideBrokerSettings settings, String fingerprint) {
        try {
            return Link.lasting(
                    new JoinAddress(
                            settings.host(), settings.port(), settings.user(), settings.password(), fingerprint),
                    up -> tell(settings, up));
        } catch (BasculeException e) {
            throw BasculeException.because(
                    e,
                    e.code(),
                    e.code() == ErrorCode.COORDINATOR_UNREACHABLE
                            ? "no broker answers at %s:%d".formatted(settings.host(), settings.port())
                            : "the broker %s:%d has another certificate than that of --broker-fingerprint, or does not take the account"
                                    .formatted(settings.host(), settings.port()),
                    "ask its administrator for account, port and certificate");
        }
    }

    private static void tell(OutsideBrokerSettings settings, boolean up) {
        if (up) {
            LOG.warn("the broker {}:{} is back", settings.host(), settings.port());
        } else {
            LOG.warn(
                    "the broker {}:{} is gone: nothing is placed, and no worker is lost, until it is back",
                    settings.host(),
                    settings.port());
        }
    }

    /** SHA-256 of its certificate, which members pin. */
    public String fingerprint() {
        return fingerprint;
    }

    private BasculeException refused(String why, String remedy) {
        return new BasculeException(
                ErrorCode.COORDINATOR_REFUSED,
                "the broker %s:%d %s".formatted(settings.host(), settings.port(), why),
                remedy);
    }

    private void queue(String name) {
        try (ClientSession session = link.session()) {
            if (session.queueQuery(SimpleString.of(name)).isExists()) {
                return;
            }
            if (!session.addressQuery(SimpleString.of(name)).isExists()) {
                session.createAddress(SimpleString.of(name), RoutingType.ANYCAST, false);
            }
            session.createQueue(QueueConfiguration.of(name)
                    .setRoutingType(RoutingType.ANYCAST)
                    .setDurable(true));
        } catch (ActiveMQException e) {
            throw refused(
                    "has no queue %s, and lets the coordinator make none: %s".formatted(name, e.getMessage()),
                    "give its account the permissions in %s".formatted(accounts.permissions()));
        }
    }

    /** Sends itself a message that names somebody else as its sender: the broker must write who it was. */
    private void probe() {
        String mark = UUID.randomUUID().toString();
        try (ClientSession session = link.session();
                var producer = session.createProducer(PROBE);
                var consumer = session.createConsumer(PROBE, "%s = '%s'".formatted(Wire.TO, mark))) {
            ClientMessage message = session.createMessage(false);
            message.putStringProperty(Wire.TO, mark);
            message.putStringProperty(Message.HDR_VALIDATED_USER.toString(), "somebody else");
            producer.send(message);
            ClientMessage back = consumer.receive(PROBE_MILLIS);
            if (back == null) {
                throw refused(
                        "does not give back what was sent to it",
                        "look at its log, and at the permissions of bascule.probe");
            }
            back.acknowledge();
            if (!Optional.ofNullable(back.getValidatedUserID()).equals(Optional.of(settings.user()))) {
                throw refused(
                        "does not say who sent a message: anybody could be any worker",
                        "<populate-validated-user>true</populate-validated-user> in its broker.xml");
            }
        } catch (ActiveMQException e) {
            throw refused(
                    "does not let the coordinator use bascule.probe: %s".formatted(e.getMessage()),
                    "give its account the permissions in %s".formatted(accounts.permissions()));
        }
    }

    @Override
    public int port() {
        return settings.port();
    }

    @Override
    public boolean isUp() {
        return link.isUp();
    }

    /** The connection mends itself where it breaks, however long that takes. */
    @Override
    public boolean isOver() {
        return link.isOver();
    }

    @Override
    public Link link() {
        return link;
    }

    @Override
    public void queues(String id, Role role) {
        Permissions.mayRead(role, id).forEach(this::queue);
    }

    @Override
    public void issued(String id, Role role, String secret) {
        accounts.add(id, role, secret);
    }

    @Override
    public Set<String> withoutAccount(Set<String> ids) {
        return accounts.lacking(ids);
    }

    @Override
    public void keepOnly(Set<String> ids) {
        accounts.keepOnly(ids);
    }

    /** Its account goes from the files; what it still sends is not listened to. */
    @Override
    public void cut(String id) {
        accounts.remove(id);
    }

    @Override
    public void close() {
        link.close();
    }
}
