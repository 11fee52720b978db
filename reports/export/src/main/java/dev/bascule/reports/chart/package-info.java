/** What charts are drawn from: plain data, which the page's script makes pictures of. */
@NullMarked
package dev.bascule.reports.chart;

import org.jspecify.annotations.NullMarked;
