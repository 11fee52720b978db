/** The seam to anything that executes cases. */
@NullMarked
package dev.bascule.fallback.runner;

import org.jspecify.annotations.NullMarked;
