/** The native backends that are built in, each a {@link dev.bascule.fallback.driver.BackendDriver}. */
@NullMarked
package dev.bascule.nativerunner.backends;

import org.jspecify.annotations.NullMarked;
