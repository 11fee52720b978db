/** How two commands that trained come out beside each other. */
@NullMarked
package dev.bascule.reports.comparison.training;

import org.jspecify.annotations.NullMarked;
