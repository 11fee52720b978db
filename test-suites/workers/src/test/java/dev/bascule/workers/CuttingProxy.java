package dev.bascule.workers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Hands bytes on until it is cut; refuses connections until it is mended. While it holds, nothing passes and nobody is told, as where a link is
 * down. Thread-safe.
 */
final class CuttingProxy implements AutoCloseable {
    private final ServerSocket server;
    private final int to;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;
    private boolean holds;

    CuttingProxy(int to) throws IOException {
        this.to = to;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    void cut() {
        cut = true;
        sockets.forEach(CuttingProxy::close);
        sockets.clear();
    }

    void mend() {
        cut = false;
    }

    synchronized void hold() {
        holds = true;
    }

    /** What was held comes after all. */
    synchronized void release() {
        holds = false;
        notifyAll();
    }

    private synchronized void pass() throws IOException {
        try {
            while (holds) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket from = server.accept();
                if (cut) {
                    close(from);
                    continue;
                }
                Socket on = new Socket(InetAddress.getLoopbackAddress(), to);
                sockets.add(from);
                sockets.add(on);
                start(() -> pump(from, on));
                start(() -> pump(on, from));
            } catch (IOException e) {
                // Closed, or nobody there: the next one may fare better.
            }
        }
    }

    private void pump(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] piece = new byte[1 << 14];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                pass();
                out.write(piece, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            // Cut.
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        cut();
        release();
    }
}
