// Every rank loads the same native library.
void main(String[] args) {
  System.load(args[0]);
}
