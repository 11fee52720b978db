package dev.bascule.nativerunner.child;

import dev.bascule.fallback.protocol.Frame;
import dev.bascule.fallback.protocol.FrameChannel;
import dev.bascule.fallback.protocol.Packet;
import dev.bascule.fallback.protocol.ProtocolException;
import dev.bascule.fallback.protocol.RunnerHub;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.nativerunner.backends.CpuDriver;
import dev.bascule.nativerunner.serve.ServedBackend;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A hub and a native runner in one process, joined by two queues instead of a socket. */
public final class InMemoryRunner implements AutoCloseable {
    private static ServedBackend served;

    private final RunnerHub hub = new RunnerHub(Duration.ofMinutes(1));
    private final RunnerLink link;
    private final NativeRunner nativeRunner;
    private final Runner runner;
    private Wire wire;

    public InMemoryRunner(Path scratch) throws Exception {
        RunnerGateway.Invitation invitation =
                hub.invite("native", artifact -> artifact.file().toUri().toString());
        link = new RunnerLink(invitation.token(), "test", new RunnerLink.Listener() {
            @Override
            public void joined() {
                nativeRunner.introduce();
            }

            @Override
            public void received(Packet packet) {
                nativeRunner.accept(packet);
            }
        });
        nativeRunner = new NativeRunner(served(), link, System::nanoTime, scratch);
        wire = new Wire();
        runner = invitation.joined().get(1, TimeUnit.MINUTES);
    }

    /** One for all tests of this JVM: ONNX Runtime's environment is one for the process. */
    public static synchronized ServedBackend served() {
        if (served == null) {
            served = ServedBackend.of(new CpuDriver());
        }
        return served;
    }

    public Runner runner() {
        return runner;
    }

    /** Cuts the connection in both directions, losing what is on the way, and makes a new one. */
    void reconnect() {
        wire.cut();
        wire = new Wire();
    }

    @Override
    public void close() {
        runner.close();
        nativeRunner.close();
        wire.cut();
    }

    /** One socket's worth of two directions, each in order on a thread of its own. */
    private final class Wire {
        private final ExecutorService toHost = Executors.newSingleThreadExecutor();
        private final ExecutorService toRunner = Executors.newSingleThreadExecutor();
        private final RunnerHub.Connection host;
        private final FrameChannel runnerSide;
        private volatile boolean open = true;

        Wire() {
            host = hub.connect(channel(toRunner, this::arrived));
            runnerSide = channel(toHost, frame -> host.onFrame(frame));
            link.opened(runnerSide);
        }

        private void arrived(Frame frame) {
            try {
                link.received(runnerSide, frame);
            } catch (ProtocolException e) {
                cut();
            }
        }

        private FrameChannel channel(ExecutorService thread, java.util.function.Consumer<Frame> end) {
            return new FrameChannel() {
                @Override
                public void send(Frame frame) {
                    if (open) {
                        thread.execute(() -> {
                            if (open) {
                                end.accept(frame);
                            }
                        });
                    }
                }

                @Override
                public void close(String reason) {
                    open = false;
                }
            };
        }

        void cut() {
            open = false;
            toHost.shutdownNow();
            toRunner.shutdownNow();
            link.closed(runnerSide);
            host.onClose("cut");
        }
    }
}
