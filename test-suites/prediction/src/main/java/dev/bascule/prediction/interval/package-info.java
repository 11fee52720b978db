/** How sure a prediction is: intervals by conformal prediction over groups, and limits of shares. */
@NullMarked
package dev.bascule.prediction.interval;

import org.jspecify.annotations.NullMarked;
