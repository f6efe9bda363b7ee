/** How much of a product of cases the tests take; the same for all modules. */
package org.ronsel.combinations;
