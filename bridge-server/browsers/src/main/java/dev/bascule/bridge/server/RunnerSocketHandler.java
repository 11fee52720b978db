package dev.bascule.bridge.server;

import dev.bascule.fallback.protocol.Frame;
import dev.bascule.fallback.protocol.FrameChannel;
import dev.bascule.fallback.protocol.RunnerHub;

/**
 * The WebSocket handler of runners.
 *
 * @param hub what they speak
 * @param limits what one of them may cost
 */
record RunnerSocketHandler(RunnerHub hub, BridgeLimits limits) implements SocketHandler {
    static final String PATH = "/runner";

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public SocketListener visit(FrameChannel channel, String address) {
        RunnerHub.Connection connection = hub.connect(channel);
        return new SocketListener() {
            @Override
            public void onFrame(Frame frame) {
                connection.onFrame(frame);
            }

            @Override
            public void onViolation(String rule) {
                connection.onViolation(rule);
            }

            @Override
            public void onClose(Closed closed) {
                connection.onClose(closed.toString());
            }
        };
    }
}
