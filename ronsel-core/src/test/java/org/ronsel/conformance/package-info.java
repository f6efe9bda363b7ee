/**
 * What every placement and transport must do, as scenarios: methods {@code void name(Comm world)}
 * that throw when the statement they are named after does not hold. They use the public API alone,
 * so the same classes run inside the unit tests and as a program under {@code ronsel run} (see
 * {@link org.ronsel.conformance.Conformance}).
 */
package org.ronsel.conformance;
