/**
 * JMH benchmarks of one thread's work in a call: the classes say what they compare. From the root
 * of the project:
 *
 * <pre>./ronsel test -pl ronsel-microbench -am -Dquick -Pmeasure -Djmh.benchmarks=FacadeCall</pre>
 */
package org.ronsel.microbench;
