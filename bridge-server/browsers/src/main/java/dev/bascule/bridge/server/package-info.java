/** The bridge: one HTTP and WebSocket server that serves runner pages and model files and takes runners in. */
@NullMarked
package dev.bascule.bridge.server;

import org.jspecify.annotations.NullMarked;
