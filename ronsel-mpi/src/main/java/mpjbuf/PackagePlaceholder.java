package mpjbuf;

/** A package exists for the compiler as soon as it has a class. */
final class PackagePlaceholder {
  private PackagePlaceholder() {}
}
