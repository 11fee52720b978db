/** The launcher that starts a browser's binary with a throw-away profile, without any driver. */
@NullMarked
package dev.bascule.bridge.direct;

import org.jspecify.annotations.NullMarked;
