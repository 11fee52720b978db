/** What of a record cannot be, or does not follow from what else it says. */
@NullMarked
package dev.bascule.reports.audit;

import org.jspecify.annotations.NullMarked;
