/** The drivers there are, and the one that a child serves. */
@NullMarked
package dev.bascule.nativerunner.serve;

import org.jspecify.annotations.NullMarked;
