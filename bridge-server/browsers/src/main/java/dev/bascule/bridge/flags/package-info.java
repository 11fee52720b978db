/** Command-line flags of browsers, as data. */
@NullMarked
package dev.bascule.bridge.flags;

import org.jspecify.annotations.NullMarked;
