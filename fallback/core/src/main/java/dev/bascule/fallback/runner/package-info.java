/** The seam to anything that executes cases: how it is launched, reached and asked. */
@NullMarked
package dev.bascule.fallback.runner;

import org.jspecify.annotations.NullMarked;
