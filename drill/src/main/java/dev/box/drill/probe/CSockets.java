package dev.box.drill.probe;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/** The calls of the C library that sockets of the JDK do not offer, with the kernel's own errno. */
final class CSockets {

    private static final Linker LINKER = Linker.nativeLinker();
    static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    static final MethodHandle SOCKET = bind("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    static final MethodHandle SENDTO =
            bind("sendto", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));
    static final MethodHandle RECV =
            bind("recv", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    static final MethodHandle CLOSE = bind("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    static final MethodHandle SETSOCKOPT =
            bind("setsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));

    private CSockets() {}

    static long call(MethodHandle function, MemorySegment state, Object... arguments) throws Errno {
        Object[] all = new Object[arguments.length + 1];
        all[0] = state;
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        long result;
        try {
            result = ((Number) function.invokeWithArguments(all)).longValue();
        } catch (Throwable e) {
            throw new IllegalStateException("calling the C library", e);
        }
        if (result < 0) {
            throw new Errno((int) ERRNO.get(state, 0L));
        }
        return result;
    }

    @SuppressWarnings("restricted") // the one place where the drill calls the C library
    private static MethodHandle bind(String name, FunctionDescriptor shape) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name), shape, Linker.Option.captureCallState("errno"));
    }

    /** An error number, said in the words that {@link HostProber#errno} reads. */
    static final class Errno extends IOException {
        private static final long serialVersionUID = 1L;
        final int number;

        Errno(int number) {
            super(
                    switch (number) {
                        case 1 -> "Operation not permitted";
                        case 13 -> "Permission denied";
                        case 101 -> "Network is unreachable";
                        case 111 -> "Connection refused";
                        case 113 -> "No route to host";
                        default -> "errno " + number;
                    });
            this.number = number;
        }
    }
}
