// Every rank prints to both streams for ever.
void main() {
  String line = "x".repeat(1000);
  while (true) {
    System.err.println(line);
    System.out.println(line);
  }
}
