/** What tests need of the machine that they run on; the same for all modules. */
package org.ronsel.requirements;
