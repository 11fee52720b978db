package dev.bascule.bridge.limit;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A handler that closes connections whose client keeps the server waiting: sends its request, or takes the answer, slower than
 * it may. An idle time-out does not see one that moves a byte now and then. Thread-safe.
 */
public final class SlowClientHandler extends Handler.Wrapper {
    /** Any network that a person would use is quicker. */
    private static final long BYTES_PER_SECOND = 16 * 1024;

    private static final Duration LOOKS = Duration.ofMillis(500);
    private static final Logger LOG = LoggerFactory.getLogger(SlowClientHandler.class);

    private final Duration grace;
    private final RequestHeadTimeout heads;
    private final Set<Exchange> underWay = ConcurrentHashMap.newKeySet();

    /**
     * @param grace how long a client may keep the server waiting, besides a second for each 16 KiB
     * @param heads of the same server
     */
    public SlowClientHandler(Duration grace, RequestHeadTimeout heads) {
        this.grace = grace;
        this.heads = heads;
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        look();
    }

    private void look() {
        Scheduler scheduler = getServer().getScheduler();
        scheduler.schedule(
                () -> {
                    try {
                        closeSlow(System.nanoTime());
                    } catch (RuntimeException e) {
                        LOG.warn("looking for slow clients failed", e);
                    } finally {
                        if (isRunning()) {
                            look();
                        }
                    }
                },
                LOOKS.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private void closeSlow(long now) {
        underWay.stream().filter(exchange -> exchange.isTooSlow(now)).forEach(Exchange::abort);
        heads.closeLate(now);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Connection connection = request.getConnectionMetaData().getConnection();
        heads.came(connection);
        Exchange exchange = new Exchange(connection);
        underWay.add(exchange);
        request.addHttpStreamWrapper(stream -> new Ending(stream, exchange));
        return super.handle(
                new PacedRequest(request, exchange), new PacedResponse(request, response, exchange), callback);
    }

    private final class Exchange {
        private final Connection client;
        private final WaitTime sending = new WaitTime(grace, BYTES_PER_SECOND);
        private final WaitTime taking = new WaitTime(grace, BYTES_PER_SECOND);

        private Exchange(Connection client) {
            this.client = client;
        }

        private boolean isTooSlow(long now) {
            return sending.isTooLong(now) || taking.isTooLong(now);
        }

        private void abort() {
            EndPoint end = client.getEndPoint();
            LOG.debug("{} keeps the server waiting: its connection is closed", end.getRemoteSocketAddress());
            underWay.remove(this);
            end.close(new TimeoutException("the client is too slow"));
        }
    }

    private final class Ending extends HttpStream.Wrapper {
        private final Exchange exchange;

        private Ending(HttpStream stream, Exchange exchange) {
            super(stream);
            this.exchange = exchange;
        }

        @Override
        public void succeeded() {
            underWay.remove(exchange);
            // Before it goes on: the next request may come on another thread at once.
            heads.awaited(exchange.client, System.nanoTime());
            super.succeeded();
        }

        @Override
        public void failed(Throwable error) {
            underWay.remove(exchange);
            super.failed(error);
        }
    }

    private static final class PacedRequest extends Request.Wrapper {
        private final Exchange exchange;

        private PacedRequest(Request request, Exchange exchange) {
            super(request);
            this.exchange = exchange;
        }

        @Override
        public Content.Chunk read() {
            Content.Chunk chunk = super.read();
            if (chunk != null) {
                exchange.sending.ends(System.nanoTime(), chunk.remaining());
            }
            return chunk;
        }

        @Override
        public void demand(Runnable ready) {
            exchange.sending.begins(System.nanoTime(), 0);
            super.demand(ready);
        }
    }

    private static final class PacedResponse extends Response.Wrapper {
        private final Exchange exchange;

        private PacedResponse(Request request, Response response, Exchange exchange) {
            super(request, response);
            this.exchange = exchange;
        }

        @Override
        public void write(boolean last, ByteBuffer bytes, Callback callback) {
            exchange.taking.begins(System.nanoTime(), bytes == null ? 0 : bytes.remaining());
            super.write(last, bytes, new Callback.Nested(callback) {
                @Override
                public void succeeded() {
                    exchange.taking.ends(System.nanoTime(), 0);
                    super.succeeded();
                }

                @Override
                public void failed(Throwable error) {
                    exchange.taking.ends(System.nanoTime(), 0);
                    super.failed(error);
                }
            });
        }
    }
}
