/** Which operators are right on which targets. */
@NullMarked
package dev.bascule.reports.coverage;

import org.jspecify.annotations.NullMarked;
