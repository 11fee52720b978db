/** Settings: what can be set, where a value may come from, and which one counts. */
@NullMarked
package dev.bascule.cli.config;

import org.jspecify.annotations.NullMarked;
