/** One documented score for each cell. */
@NullMarked
package dev.bascule.reports.scoring;

import org.jspecify.annotations.NullMarked;
