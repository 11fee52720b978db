/** Settings: each said once, with its name, default, type, help, and where it may stand. */
@NullMarked
package dev.bascule.suites.setting;

import org.jspecify.annotations.NullMarked;
