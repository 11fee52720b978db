/** Small readers of what people type: durations, and the known word nearest to an unknown one. */
@NullMarked
package dev.bascule.suites.text;

import org.jspecify.annotations.NullMarked;
