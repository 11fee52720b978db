/** What is compared, found in the history. */
@NullMarked
package dev.bascule.reports.selection;

import org.jspecify.annotations.NullMarked;
