/** What the test engine and the helpers have in common: settings, plans, execution, judging. Knows nothing of JUnit. */
@NullMarked
package dev.bascule.junit.run;

import org.jspecify.annotations.NullMarked;
