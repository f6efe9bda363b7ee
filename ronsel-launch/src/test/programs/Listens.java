/** Prints what a JVM with a debugger prints. */
void main() {
  System.out.println("Listening for transport dt_socket at address: 5");
}
