/** How what Bascule does not bring is installed on a system: each system's own command. */
@NullMarked
package dev.bascule.fallback.install;

import org.jspecify.annotations.NullMarked;
