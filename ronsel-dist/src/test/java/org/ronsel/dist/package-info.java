/** Tests of what is shipped, as a user gets it: the commands, the archive, the search for a JDK. */
package org.ronsel.dist;
