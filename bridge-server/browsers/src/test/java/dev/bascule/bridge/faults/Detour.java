package dev.bascule.bridge.faults;

import dev.bascule.bridge.page.PageHost;
import dev.bascule.bridge.page.PageHosts;
import dev.bascule.bridge.page.PageListener;
import dev.bascule.bridge.process.ProcessTree;
import dev.bascule.fallback.target.Browser;
import java.time.Duration;
import java.util.Optional;

/** Opens pages at another address than the bridge's own: at the proxy before it. */
record Detour(PageHosts hosts, String from, String to) implements PageHosts {

    @Override
    public String id() {
        return hosts.id();
    }

    @Override
    public String name() {
        return hosts.name();
    }

    @Override
    public Start start(Duration limit) {
        Start start = hosts.start(limit);
        return start instanceof Start.Up up ? new Start.Up(new Host(up.host())) : start;
    }

    private final class Host implements PageHost {
        private final PageHost host;

        Host(PageHost host) {
            this.host = host;
        }

        @Override
        public Optional<String> open(String url, PageListener listener, Duration limit) {
            return host.open(url.replace(from, to), listener, limit);
        }

        @Override
        public Browser browser() {
            return host.browser();
        }

        @Override
        public Optional<ProcessHandle> root() {
            return host.root();
        }

        @Override
        public Optional<ProcessTree> processes() {
            return host.processes();
        }

        @Override
        public void hush() {
            host.hush();
        }

        @Override
        public void kill() {
            host.kill();
        }

        @Override
        public void close() {
            host.close();
        }
    }
}
