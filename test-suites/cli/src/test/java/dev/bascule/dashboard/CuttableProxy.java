package dev.bascule.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands between a browser and a server, and can be cut like a cable. The server answers by its own name only, so that the
 * proxy's port in requests is replaced by the server's; both have five digits. Thread-safe.
 */
final class CuttableProxy implements AutoCloseable {
    private final ServerSocket door;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    private CuttableProxy(ServerSocket door, int target) {
        this.door = door;
        this.target = target;
    }

    static CuttableProxy to(int target) throws IOException {
        ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        CuttableProxy proxy = new CuttableProxy(door, target);
        daemon(proxy::accept);
        return proxy;
    }

    int port() {
        return door.getLocalPort();
    }

    /** Ends every connection, and takes no new one until {@link #mend}. */
    void cut() {
        cut = true;
        open.forEach(CuttableProxy::quietly);
        open.clear();
    }

    void mend() {
        cut = false;
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                if (cut) {
                    quietly(client);
                    continue;
                }
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                open.add(client);
                open.add(server);
                daemon(() -> pump(client, server, true));
                daemon(() -> pump(server, client, false));
            } catch (IOException e) {
                // The door was closed, or one connection failed, which its client notices.
            }
        }
    }

    private void pump(Socket from, Socket to, boolean request) {
        byte[] buffer = new byte[64 * 1024];
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                byte[] bytes = java.util.Arrays.copyOf(buffer, n);
                out.write(request ? renamed(bytes) : bytes);
                out.flush();
            }
        } catch (IOException e) {
            // Either side is gone, and the other is told by closing it.
        } finally {
            quietly(from);
            quietly(to);
            open.remove(from);
            open.remove(to);
        }
    }

    private byte[] renamed(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1)
                .replace(":" + port(), ":" + target)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "cuttable-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void quietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It was closed already.
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        cut();
    }
}
