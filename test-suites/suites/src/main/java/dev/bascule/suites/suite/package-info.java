/** The suite file: its records, its strict reader, and the cases it stands for. */
@NullMarked
package dev.bascule.suites.suite;

import org.jspecify.annotations.NullMarked;
