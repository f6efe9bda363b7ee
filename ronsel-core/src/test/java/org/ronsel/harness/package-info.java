/** Runs ranks inside a test: over rank threads, over the hostile transport, with a deadline. */
package org.ronsel.harness;
