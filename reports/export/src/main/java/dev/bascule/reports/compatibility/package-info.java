/** Which family of models runs on which backend, and on what basis that is said. */
@NullMarked
package dev.bascule.reports.compatibility;

import org.jspecify.annotations.NullMarked;
