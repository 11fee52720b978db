/** How figures are written for people. */
@NullMarked
package dev.bascule.reports.format;

import org.jspecify.annotations.NullMarked;
