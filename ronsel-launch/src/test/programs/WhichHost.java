import org.ronsel.Ronsel;

// Every rank says on which host of FakeShell it runs, or where the launcher does.
void main() {
  String host = System.getenv("FAKE_HOST");
  IO.println(Ronsel.world().rank() + " on " + (host == null ? "this host" : host));
}
