package dev.bascule.bridge.server;

import dev.bascule.fallback.protocol.Frame;
import dev.bascule.fallback.protocol.FrameChannel;
import dev.bascule.fallback.protocol.RunnerHub;

/**
 * Where runners come in.
 *
 * @param hub what they speak
 * @param limits what one of them may cost
 */
record RunnerDesk(RunnerHub hub, BridgeLimits limits) implements SocketDesk {
    static final String PATH = "/runner";

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public Visitor visit(FrameChannel channel, String address) {
        RunnerHub.Connection connection = hub.connect(channel);
        return new Visitor() {
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
