/** Sets of native libraries that {@code bascule install} brings, and where the system's own are. */
@NullMarked
package dev.bascule.nativerunner.library;

import org.jspecify.annotations.NullMarked;
