package dev.bascule.bridge.selenium;

import dev.bascule.bridge.discovery.DriverInstallation;
import dev.bascule.fallback.secret.ChildProcesses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A WebDriver server of this machine, started here and not by Selenium, so that its process is known.
 *
 * @param process the server
 * @param address where it takes commands
 * @param log what it and the browser print
 */
record DriverServer(ProcessHandle process, URI address, Path log) {
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);
    private static final int CONNECT_MS = 200;
    private static final int LAST_BYTES = 4000;
    private static final Pattern RELEASE = Pattern.compile("0\\.(\\d+)\\..*");
    /** The first geckodriver that gives a client the browser's own pages, and the first that must be asked to. */
    private static final int WITH_SYSTEM_ACCESS = 36;

    /**
     * Starts one on a free port.
     *
     * @param folder the profile of the launch; its path stands in the driver's command line
     * @param environment variables beside those that it inherits; the browser inherits them from it
     */
    static DriverServer start(DriverInstallation driver, Path folder, Map<String, String> environment)
            throws IOException {
        int port = Programs.freePort();
        Path log = folder.resolve("driver.log");
        ProcessBuilder builder = ChildProcesses.of(command(driver, port, folder))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Programs.nothing()));
        builder.environment().putAll(environment);
        // Nothing here asks Selenium Manager; should anything ever, it is to stay where it is.
        builder.environment().put("SE_AVOID_STATS", "true");
        builder.environment().put("SE_OFFLINE", "true");
        Process process = builder.start();
        return new DriverServer(process.toHandle(), URI.create("http://127.0.0.1:" + port), log);
    }

    static List<String> command(DriverInstallation driver, int port, Path folder) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(driver.executable().toString());
        switch (driver.kind()) {
            case CHROMEDRIVER, MSEDGEDRIVER ->
                command.addAll(List.of("--port=" + port, "--log-path=" + folder.resolve("chromedriver.log")));
            case GECKODRIVER -> {
                command.addAll(List.of("--port", Integer.toString(port), "--profile-root", folder.toString()));
                if (knowsSystemAccess(driver)) {
                    // For about:support; it is the client that gets it, never a page.
                    command.add("--allow-system-access");
                }
            }
            case WEBKIT_WEB_DRIVER -> {
                command.set(0, Programs.linked(driver.executable(), folder).toString());
                command.add("--port=" + port);
            }
            case SAFARIDRIVER -> command.addAll(List.of("--port", Integer.toString(port)));
        }
        return command;
    }

    private static boolean knowsSystemAccess(DriverInstallation geckodriver) {
        Matcher release = RELEASE.matcher(geckodriver.version().orElse(""));
        return release.matches() && Integer.parseInt(release.group(1)) >= WITH_SYSTEM_ACCESS;
    }

    /** Waits until it takes connections. */
    void awaitUp(Duration limit) throws IOException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort()), CONNECT_MS);
                return;
            } catch (IOException e) {
                if (!process.isAlive()) {
                    throw new IOException("the driver ended at once", e);
                }
                if (System.nanoTime() >= deadline) {
                    throw new IOException("the driver does not listen", e);
                }
            }
            try {
                Thread.sleep(LOOK_EVERY.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
    }

    /** The last of what was printed. */
    String lastWords() {
        try {
            byte[] all = Files.readAllBytes(log);
            int from = Math.max(0, all.length - LAST_BYTES);
            return new String(all, from, all.length - from, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
