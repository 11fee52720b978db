package dev.bascule.fallback.protocol;

import dev.bascule.fallback.runner.AssetLocator;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.fallback.secret.CapabilityToken;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The host's side of every runner connection, whatever carries it: tokens, hello and welcome, resuming, and the closing
 * of a connection that breaks the protocol. A transport calls {@link #connect} for each socket. Thread-safe.
 */
public final class RunnerHub implements RunnerGateway {
    private final Map<String, RemoteRunner> invited = new ConcurrentHashMap<>();
    private final Map<String, RemoteRunner> sessions = new ConcurrentHashMap<>();
    private final Duration grace;
    private final MessageBudget budget;

    /** @param grace how long a runner whose socket closed may take to come back */
    public RunnerHub(Duration grace) {
        this(grace, MessageBudget.OF_PROCESS);
    }

    /** @param budget of the messages of its runners, and of all others that share it */
    public RunnerHub(Duration grace, MessageBudget budget) {
        this.grace = grace;
        this.budget = budget;
    }

    @Override
    public Invitation invite(String name, AssetLocator locator) {
        String token = CapabilityToken.random().reveal();
        CompletableFuture<Runner> joined = new CompletableFuture<>();
        RemoteRunner runner = new RemoteRunner(name, locator, grace, joined, budget);
        runner.onClose(() -> {
            invited.remove(token, runner);
            sessions.values().remove(runner);
        });
        invited.put(token, runner);
        return new Invitation(token, joined, end -> {
            invited.remove(token, runner);
            sessions.values().remove(runner);
            runner.gone(end);
        });
    }

    /** A new socket; its first frame must be hello. */
    public Connection connect(FrameChannel channel) {
        return new Connection(channel);
    }

    /** The receiving half of one socket. Its transport calls it from one thread at a time. */
    public final class Connection {
        private final FrameChannel channel;
        private Optional<RemoteRunner> runner = Optional.empty();

        private Connection(FrameChannel channel) {
            this.channel = channel;
        }

        public void onFrame(Frame frame) {
            try {
                if (runner.isEmpty()) {
                    runner = Optional.of(greet(frame));
                } else {
                    runner.get().receive(frame);
                }
            } catch (ProtocolException e) {
                onViolation(String.valueOf(e.getMessage()));
            }
        }

        /** The runner broke a rule, one of the protocol or one of its transport: it is closed, and does not come back. */
        public void onViolation(String rule) {
            String reason = "protocol error: " + rule;
            channel.close(reason);
            runner.ifPresent(broken -> {
                sessions.values().remove(broken);
                broken.gone(reason);
            });
        }

        public void onClose(String reason) {
            runner.ifPresent(left -> left.disconnected(channel, reason));
        }

        private RemoteRunner greet(Frame frame) throws ProtocolException {
            if (!(FrameCodec.decode(frame).packet() instanceof Message.Hello hello)) {
                throw new ProtocolException("the first message must be hello");
            }
            if (hello.protocolVersion() != Message.VERSION) {
                String reason = "this host speaks version %d, the runner version %d"
                        .formatted(Message.VERSION, hello.protocolVersion());
                Optional.ofNullable(invited.remove(hello.token())).ifPresent(guest -> guest.gone(reason));
                throw new ProtocolException(reason);
            }
            if (hello.resume().isPresent()) {
                Message.Resume resume = hello.resume().get();
                RemoteRunner known = sessions.get(resume.session());
                if (known == null || !known.isOf(hello.token()) || known.isGone()) {
                    throw new ProtocolException("there is no such session to resume");
                }
                known.connected(channel, resume.session(), resume.lastSeq());
                return known;
            }
            RemoteRunner fresh = invited.remove(hello.token());
            if (fresh == null) {
                throw new ProtocolException("the token is unknown or was used before");
            }
            String session = CapabilityToken.random().reveal();
            fresh.bind(hello.token());
            sessions.put(session, fresh);
            fresh.connected(channel, session, 0);
            return fresh;
        }
    }
}
