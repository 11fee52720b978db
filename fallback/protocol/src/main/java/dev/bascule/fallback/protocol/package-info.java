/** The runner protocol: messages, frames, the reliable link and the host's side of a runner. */
@NullMarked
package dev.bascule.fallback.protocol;

import org.jspecify.annotations.NullMarked;
