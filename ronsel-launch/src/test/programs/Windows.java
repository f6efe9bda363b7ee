import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.LockType;
import org.ronsel.Op;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.Window;

/** Each rank calls every kind of operation on a window of its right neighbour. */
void main() {
  Comm world = Ronsel.world();
  int right = (world.rank() + 1) % world.size();
  double[] ten = new double[10];
  try (Window window = Window.allocate(world, Datatype.DOUBLE, 100)) {
    window.lockAll();
    for (int i = 0; i < 5; i++) {
      window.put(ten, right, 0);
      window.flush(right);
    }
    window.get(ten, right, 0);
    window.accumulate(ten, right, 0, Op.SUM);
    window.flushAll();
    window.getAccumulate(ten, new double[10], right, 0, Op.SUM);
    window.flushLocalAll();
    window.fetchAndOp(1L, right, 90, Op.SUM);
    window.compareAndSwap(1L, 2L, right, 90);
    Request put = window.rPut(ten, 0, 10, right, 0);
    put.await();
    window.unlockAll();
    window.lock(LockType.SHARED, right);
    window.untyped().put(ten, Datatype.DOUBLE, 0, 10, Ronsel.PROC_NULL, 0, Datatype.DOUBLE, 10);
    window.unlock(right);
    window.fence();
    window.fence(Window.Assertion.NO_SUCCEED);
    window.post(world.group());
    window.start(world.group());
    window.complete();
    window.await();
  }
  world.barrier();
}
