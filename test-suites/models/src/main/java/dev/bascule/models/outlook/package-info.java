/** What a model's file and what is free say of its chances on a backend, before anything is run. */
@org.jspecify.annotations.NullMarked
package dev.bascule.models.outlook;
