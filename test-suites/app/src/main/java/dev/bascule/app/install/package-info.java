/** Optional real parts that {@code bascule install} fetches: sets of native libraries. */
@NullMarked
package dev.bascule.app.install;

import org.jspecify.annotations.NullMarked;
