/** What travels to workers and how they do it: orders, read strictly by an allow-list, and run by this machine's services. */
@NullMarked
package dev.bascule.app.orders;

import org.jspecify.annotations.NullMarked;
