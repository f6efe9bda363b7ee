/** Tests of the programs that take part in the build. */
package org.ronsel.build;
