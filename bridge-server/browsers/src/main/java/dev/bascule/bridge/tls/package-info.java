/** The bridge's self-made certificate: making it, keeping it, and the names of this machine that it is for. */
@NullMarked
package dev.bascule.bridge.tls;

import org.jspecify.annotations.NullMarked;
