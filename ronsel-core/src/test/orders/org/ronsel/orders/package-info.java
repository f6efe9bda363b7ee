/** What tests have of the launcher's orders to a JVM, in several modules. */
@org.jspecify.annotations.NullMarked
package org.ronsel.orders;
