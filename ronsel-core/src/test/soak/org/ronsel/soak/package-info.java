/** Programs that run for long, and must not need more and more memory. */
package org.ronsel.soak;
