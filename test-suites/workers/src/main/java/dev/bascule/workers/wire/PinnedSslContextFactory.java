package dev.bascule.workers.wire;

import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.activemq.artemis.core.remoting.impl.ssl.DefaultSSLContextFactory;
import org.apache.activemq.artemis.spi.core.remoting.ssl.SSLContextConfig;

/** Lets a connection name, instead of a trust store's path, the one certificate that it trusts. Found by the broker's service loader. */
public final class PinnedSslContextFactory extends DefaultSSLContextFactory {
    static final String PIN = "pin:";
    private static final int BEFORE_OTHERS = 100;

    @Override
    public SSLContext getSSLContext(SSLContextConfig config, Map<String, Object> options) throws Exception {
        String trusted = Optional.ofNullable(config.getTruststorePath()).orElse("");
        return trusted.startsWith(PIN)
                ? PinnedTls.context(trusted.substring(PIN.length()))
                : super.getSSLContext(config, options);
    }

    @Override
    public int getPriority() {
        return BEFORE_OTHERS;
    }
}
