/** How predictions held that were told before: against what was measured afterwards. Never a verdict, a score or a baseline. */
@NullMarked
package dev.bascule.prediction.held;

import org.jspecify.annotations.NullMarked;
