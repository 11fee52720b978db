/** Where sessions run: browsers and the native side, a runner for each backend of theirs, and the columns that they make. */
@NullMarked
package dev.bascule.execution.source;

import org.jspecify.annotations.NullMarked;
