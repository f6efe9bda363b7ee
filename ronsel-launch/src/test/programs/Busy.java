// Computes for ever, without a call of the library.
void main() {
  IO.println("ready");
  double x = 1;
  while (x != 0) x = x * 1.0000001 % 1000 + 1;
  IO.println(x);
}
