/** The services of this machine: runs, conformance, reduction, profiles, the doctor, and serving devices. */
@NullMarked
package dev.bascule.app.local;

import org.jspecify.annotations.NullMarked;
