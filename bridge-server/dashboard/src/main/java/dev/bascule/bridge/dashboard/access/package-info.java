/** Who may do what: users, sessions, tokens, limits, the audit log. */
@NullMarked
package dev.bascule.bridge.dashboard.access;

import org.jspecify.annotations.NullMarked;
