package dev.bascule.fallback.process;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A child that does what it is told, which is mostly what a hostile file makes of it. */
public final class HostileChildMain {
    private HostileChildMain() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        ChildServer.serve(HostileChildMain::answer, () -> Runtime.getRuntime().halt(1));
    }

    private static byte[] answer(String request) throws IOException {
        switch (request) {
            case "hang" -> hang();
            case "end" -> Runtime.getRuntime().halt(7);
            case "heap" -> eat(false);
            case "memory" -> eat(true);
            case "segfault" -> signal("SEGV");
            case "killed" -> signal("KILL");
            case "nonsense" -> System.out.println("Warning: this library talks, and nobody asked it to");
            case "refuse" -> throw new BasculeException(ErrorCode.STORE_INVALID, "no history", "take another");
            case "long" -> {
                return new byte[1 << 17];
            }
            case "environment" -> {
                return System.getenv().keySet().toString().getBytes(StandardCharsets.UTF_8);
            }
            default -> {
                return request.getBytes(StandardCharsets.UTF_8);
            }
        }
        return new byte[0];
    }

    private static void hang() {
        try {
            Thread.sleep(600_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** From outside, as native code would: by a shell that sends it. */
    private static void signal(String name) throws IOException {
        new ProcessBuilder(
                        "kill",
                        "-" + name,
                        Long.toString(ProcessHandle.current().pid()))
                .start();
        hang();
    }

    /** Of the heap, or of what lies outside of it. */
    private static void eat(boolean outside) {
        List<ByteBuffer> eaten = new ArrayList<>();
        for (int turn = 0; turn < 100_000; turn++) {
            eaten.add(outside ? ByteBuffer.allocateDirect(1 << 20) : ByteBuffer.allocate(1 << 20));
            if (outside) {
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
