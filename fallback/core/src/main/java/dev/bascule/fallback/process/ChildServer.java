package dev.bascule.fallback.process;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The child's side of a {@link LimitedChild}: answers requests, a line each, one after the other. Ends when its parent does,
 * whatever it is at. Stateless.
 */
public final class ChildServer {
    /** What the kernel kills first when memory runs out: it raises nothing for anybody else. */
    private static final Path FIRST_TO_GO = Path.of("/proc/self/oom_score_adj");

    /** Answers a request. */
    @FunctionalInterface
    public interface Service {
        /** @throws BasculeException for what is wrong with what it was asked */
        byte[] answer(String request) throws IOException;
    }

    private ChildServer() {}

    /** @param end ends this process at once */
    public static void serve(Service service, Runnable end) throws IOException, InterruptedException {
        offerToGo();
        BlockingQueue<String> requests = new LinkedBlockingQueue<>();
        Thread reader = new Thread(() -> readAll(requests, end), "requests");
        reader.setDaemon(true);
        reader.start();
        // Its standard output is the way to its parent, and nothing that a user sees.
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
        while (true) {
            answer(service, requests.take(), out);
        }
    }

    private static void answer(Service service, String request, DataOutputStream out) throws IOException {
        byte[] answer;
        try {
            answer = service.answer(request);
        } catch (BasculeException e) {
            AnswerFrame.refusal(out, e.failure());
            return;
        } catch (IOException | RuntimeException e) {
            AnswerFrame.refusal(
                    out,
                    BasculeException.because(e, ErrorCode.RECORD_INVALID, e.toString())
                            .failure());
            return;
        }
        AnswerFrame.answer(out, answer);
    }

    private static void readAll(BlockingQueue<String> requests, Runnable end) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                requests.add(line);
            }
        } catch (IOException e) {
            // As its end.
        }
        end.run();
    }

    private static void offerToGo() {
        try {
            if (Files.isWritable(FIRST_TO_GO)) {
                Files.writeString(FIRST_TO_GO, "1000");
            }
        } catch (IOException e) {
            // Its parent watches it all the same.
            return;
        }
    }
}
