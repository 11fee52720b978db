/** YAML as a tree that remembers where each value stands, for error messages that name file and line. */
@NullMarked
package dev.bascule.suites.yaml;

import org.jspecify.annotations.NullMarked;
