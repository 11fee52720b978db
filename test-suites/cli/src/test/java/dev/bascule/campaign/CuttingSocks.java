package dev.bascule.campaign;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A SOCKS proxy (RFC 1928) that pages reach the bridge through, and that can reset all that goes through it. Thread-safe. */
final class CuttingSocks implements AutoCloseable {
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    CuttingSocks() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        thread(this::accept);
    }

    /** What a browser of the Chromium family is told. */
    String flags() {
        return "--proxy-server=socks5://127.0.0.1:%d --proxy-bypass-list=<-loopback>".formatted(server.getLocalPort());
    }

    /** Resets every connection, and says how many there were; new ones work. */
    int cut() {
        int cut = 0;
        for (Socket socket : open) {
            try {
                socket.setSoLinger(true, 0);
            } catch (IOException e) {
                // It is gone already.
            }
            close(socket);
            cut += open.remove(socket) ? 1 : 0;
        }
        return cut;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket page = server.accept();
                thread(() -> connect(page));
            } catch (IOException e) {
                // It was closed.
            }
        }
    }

    private void connect(Socket page) {
        try {
            DataInputStream in = new DataInputStream(page.getInputStream());
            in.readUnsignedByte();
            in.readNBytes(in.readUnsignedByte());
            page.getOutputStream().write(new byte[] {5, 0});
            in.readNBytes(3);
            Socket bridge = new Socket(address(in), in.readUnsignedShort());
            page.getOutputStream().write(new byte[] {5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
            open.add(page);
            open.add(bridge);
            thread(() -> pump(page, bridge));
            pump(bridge, page);
        } catch (IOException e) {
            close(page);
        }
    }

    private static InetAddress address(DataInputStream in) throws IOException {
        return switch (in.readUnsignedByte()) {
            case 1 -> InetAddress.getByAddress(in.readNBytes(4));
            case 4 -> InetAddress.getByAddress(in.readNBytes(16));
            default ->
                InetAddress.getByName(
                        new String(in.readNBytes(in.readUnsignedByte()), java.nio.charset.StandardCharsets.US_ASCII));
        };
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[1 << 16];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                out.write(buffer, 0, n);
                out.flush();
            }
        } catch (IOException e) {
            // Cut, or closed by the other side.
        }
        close(from);
        close(to);
        open.remove(from);
        open.remove(to);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone already.
        }
    }

    private static void thread(Runnable task) {
        Thread thread = new Thread(task, "cutting-socks");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        cut();
    }
}
