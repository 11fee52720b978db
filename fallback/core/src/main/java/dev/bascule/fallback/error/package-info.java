/** Every expected failure and every misuse, as one enum of codes with severities, exit codes and remedies. */
@NullMarked
package dev.bascule.fallback.error;

import org.jspecify.annotations.NullMarked;
