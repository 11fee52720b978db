package dev.bascule.bridge.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between a page and the bridge, and can lose what the page sends and break every connection. */
final class CuttingProxy implements AutoCloseable {
    private final ServerSocket server;
    private final InetSocketAddress target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger cuts = new AtomicInteger();
    private volatile boolean losing;

    CuttingProxy(InetSocketAddress address, InetSocketAddress target) throws IOException {
        this.target = target;
        server = new ServerSocket(address.getPort(), 50, InetAddress.getByName(address.getHostString()));
        thread(this::accept);
    }

    /** From now on what pages send gets lost. */
    void lose() {
        losing = true;
    }

    /** Resets every connection; new ones work. Returns how many there were. */
    int cut() {
        int before = cuts.get();
        for (Socket socket : open) {
            try {
                // A reset, no orderly end.
                socket.setSoLinger(true, 0);
            } catch (IOException e) {
                // It is gone already.
            }
            close(socket);
            open.remove(socket);
            cuts.incrementAndGet();
        }
        losing = false;
        return cuts.get() - before;
    }

    /** How many sockets are open, two for each connection. */
    int connections() {
        return open.size();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket page = server.accept();
                Socket bridge = new Socket(target.getAddress(), target.getPort());
                open.add(page);
                open.add(bridge);
                thread(() -> pump(page, bridge, true));
                thread(() -> pump(bridge, page, false));
            } catch (IOException e) {
                // The server was closed, or a page gave up.
            }
        }
    }

    private void pump(Socket from, Socket to, boolean lossy) {
        byte[] buffer = new byte[64 * 1024];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (!(lossy && losing)) {
                    out.write(buffer, 0, n);
                    out.flush();
                }
            }
        } catch (IOException e) {
            // Cut, or closed by the other side.
        }
        open.remove(from);
        open.remove(to);
        close(from);
        close(to);
    }

    private static void thread(Runnable task) {
        Thread thread = new Thread(task, "cutting proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone already.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        cut();
    }
}
