/** Kernels that show what the bare CPU can do, and how they are timed. */
@NullMarked
package dev.bascule.nativerunner.profile;

import org.jspecify.annotations.NullMarked;
