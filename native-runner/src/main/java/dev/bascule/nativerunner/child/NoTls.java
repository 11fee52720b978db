package dev.bascule.nativerunner.child;

import java.security.Provider;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * What an HTTP client is given that never speaks TLS: it refuses every connection by TLS. Java's own context looks at each
 * cipher and curve that it has before the first plain connection, three hundred classes. Stateless.
 */
final class NoTls extends SSLContext {
    NoTls() {
        super(new Refusing(), new Named(), "none");
    }

    private static final class Named extends Provider {
        private static final long serialVersionUID = 1;

        Named() {
            super("bascule-no-tls", "1", "no TLS");
        }
    }

    private static final class Refusing extends SSLContextSpi {

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trusted, SecureRandom random) {}

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return new SSLParameters(new String[0], new String[0]);
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return engineGetDefaultSSLParameters();
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            throw refused();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            throw refused();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            throw refused();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            throw refused();
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            throw refused();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            throw refused();
        }

        private static UnsupportedOperationException refused() {
            return new UnsupportedOperationException("the native runner's client speaks no TLS");
        }
    }
}
