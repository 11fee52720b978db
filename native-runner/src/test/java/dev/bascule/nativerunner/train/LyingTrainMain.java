package dev.bascule.nativerunner.train;

import dev.bascule.fallback.process.ChildServer;
import dev.bascule.nativerunner.torch.TorchAnswers;
import dev.bascule.nativerunner.torch.TorchRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A child that answers in the right form what cannot be, or nothing at all. */
public final class LyingTrainMain {
    private LyingTrainMain() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        ChildServer.serve(LyingTrainMain::answer, () -> Runtime.getRuntime().halt(1));
    }

    private static byte[] answer(String request) {
        if (request.startsWith(TorchRequest.OPEN)) {
            return "{\"version\":\"2.7.1\",\"threads\":2}".getBytes(StandardCharsets.UTF_8);
        }
        if (request.startsWith(TorchRequest.STEP)) {
            byte[] step = new byte[TorchAnswers.STEP_BYTES];
            // An hour, to the seventh byte of a time in nanoseconds.
            step[14] = 1;
            return step;
        }
        if (request.equals(TorchRequest.PARAMETERS)) {
            return new byte[12];
        }
        while (true) {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                return new byte[0];
            }
        }
    }
}
