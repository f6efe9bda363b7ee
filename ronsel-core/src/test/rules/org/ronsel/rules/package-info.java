/** Rules for the code of several modules. */
@org.jspecify.annotations.NullMarked
package org.ronsel.rules;
