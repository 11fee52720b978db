/** Training runs as they are kept and shown. */
@NullMarked
package dev.bascule.reports.training;

import org.jspecify.annotations.NullMarked;
