/*
 * Every rank prints its number and the process that it is in.
 *
 *   ./ronsel run -n 4 examples/Hello.java               four threads of one process
 *   ./ronsel run -n 4 --processes examples/Hello.java   four processes
 *   ./ronsel run -n 4 --jvms 2 examples/Hello.java      two processes with two threads each
 */

import org.ronsel.Comm;
import org.ronsel.Ronsel;

void main() {
  Comm world = Ronsel.world();
  long process = ProcessHandle.current().pid();
  IO.println("Hello from rank " + world.rank() + " of " + world.size() + ", in process " + process);
}
