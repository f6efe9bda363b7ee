import java.util.Scanner;
import org.ronsel.Ronsel;

// Every rank reads standard input in the way that the argument names.
void main(String[] args) throws Exception {
  int rank = Ronsel.world().rank();
  int lines = 0;
  switch (args[0]) {
    case "io" -> {
      while (IO.readln() != null) lines++;
    }
    case "scanner" -> {
      Scanner in = new Scanner(System.in);
      while (in.hasNextLine()) {
        in.nextLine();
        lines++;
      }
    }
    case "bytes" -> {
      for (int b = System.in.read(); b >= 0; b = System.in.read()) if (b == '\n') lines++;
    }
    case "prompt" -> {
      System.out.print("name? ");
      IO.println("hello " + new Scanner(System.in).nextLine());
      return;
    }
    case "not" -> {
      return;
    }
  }
  IO.println(rank + " read " + lines);
}
