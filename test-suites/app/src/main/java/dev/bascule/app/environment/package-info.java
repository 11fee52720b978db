/** Run environments: what a run works with on this machine or an attached device, and cases made ready for it. */
@NullMarked
package dev.bascule.app.environment;

import org.jspecify.annotations.NullMarked;
