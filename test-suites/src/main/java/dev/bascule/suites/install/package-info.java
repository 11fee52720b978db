/** Optional real parts that {@code bascule install} fetches: sets of native libraries. */
@NullMarked
package dev.bascule.suites.install;

import org.jspecify.annotations.NullMarked;
