package org.ronsel.machine;

import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Functions of our own, since an array has an address only while a native function runs. */
final class ArrayCode {
  /** {@code long addressOf(char *base, long offset)}. */
  private static final String ADDRESS_CODE =
      """
      f3 0f 1e fa ; endbr64
      48 8d 04 37 ; lea rax, [rdi+rsi]
      c3          ; ret
      """;

  /**
   * {@code long read(char *to, long toAt, char *, long remoteAddress, long bytes, long
   * countAddress, long pidAndCount)}, with the process in the upper half of the last word and the
   * count in the lower one: the system call, with one more word to read if there is a count, which
   * is compared; minus the error number, EAGAIN if the count is another.
   */
  private static final String READ_CODE =
      """
      f3 0f 1e fa                ; endbr64
      48 83 ec 48                ; sub rsp, 0x48
      48 01 f7                   ; add rdi, rsi
      48 89 3c 24                ; mov [rsp], rdi
      4c 89 44 24 08             ; mov [rsp+0x8], r8
      48 8d 44 24 40             ; lea rax, [rsp+0x40]
      48 89 44 24 10             ; mov [rsp+0x10], rax
      48 c7 44 24 18 04 00 00 00 ; mov [rsp+0x18], 0x4
      48 89 4c 24 20             ; mov [rsp+0x20], rcx
      4c 89 44 24 28             ; mov [rsp+0x28], r8
      4c 89 4c 24 30             ; mov [rsp+0x30], r9
      48 c7 44 24 38 04 00 00 00 ; mov [rsp+0x38], 0x4
      48 8b 44 24 50             ; mov rax, [rsp+0x50]
      48 89 44 24 40             ; mov [rsp+0x40], rax
      8b 7c 24 54                ; mov edi, [rsp+0x54]
      48 89 e6                   ; mov rsi, rsp
      31 c0                      ; xor eax, eax
      4d 85 c9                   ; test r9, r9
      0f 95 c0                   ; setne al
      8d 50 01                   ; lea edx, [rax+0x1]
      41 89 d0                   ; mov r8d, edx
      4c 8d 54 24 20             ; lea r10, [rsp+0x20]
      45 31 c9                   ; xor r9d, r9d
      b8 36 01 00 00             ; mov eax, 0x136
      0f 05                      ; syscall
      48 85 c0                   ; test rax, rax
      78 11                      ; js done
      8b 4c 24 40                ; mov ecx, [rsp+0x40]
      3b 4c 24 50                ; cmp ecx, [rsp+0x50]
      74 07                      ; je done
      48 c7 c0 f5 ff ff ff       ; mov rax, 0xfffffffffffffff5
      48 83 c4 48                ; done: add rsp, 0x48
      c3                         ; ret
      """;

  private ArrayCode() {}

  static final Availability AVAILABILITY;
  static final @Nullable MethodHandle ADDRESS;
  static final @Nullable MethodHandle READ;

  static {
    MethodHandle address = null;
    MethodHandle read = null;
    Availability found = ProcessMemory.availability();
    if (found.usable() && !LinuxCalls.X86) {
      found = Availability.unavailable("there is code for x86 processors only");
    }
    if (found.usable()) {
      found = CollectionCount.availability();
    }
    if (found.usable()) {
      address = NativeCode.function(ADDRESS_CODE);
      read = NativeCode.function(READ_CODE);
      if (address == null || read == null) {
        found = Availability.unavailable("the system gives no memory for code");
      }
    }
    ADDRESS = address;
    READ = read;
    AVAILABILITY = found;
  }
}
