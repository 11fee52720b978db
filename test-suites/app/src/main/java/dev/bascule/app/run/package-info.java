/** What is run: suites and settings become a plan, a run its reports, and a baseline what it is held against. */
@NullMarked
package dev.bascule.app.run;

import org.jspecify.annotations.NullMarked;
