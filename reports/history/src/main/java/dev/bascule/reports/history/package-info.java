/** History: every run kept in one DuckDB file, raw samples and all. */
@NullMarked
package dev.bascule.reports.history;

import org.jspecify.annotations.NullMarked;
