/** Reading the memory of processes from outside of them. */
@NullMarked
package dev.bascule.fallback.memory;

import org.jspecify.annotations.NullMarked;
