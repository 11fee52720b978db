/** Whether one side is faster than another, and how sure that is. */
@NullMarked
package dev.bascule.reports.comparison;

import org.jspecify.annotations.NullMarked;
