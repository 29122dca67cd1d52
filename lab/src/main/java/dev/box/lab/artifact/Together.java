package dev.box.lab.artifact;

import dev.box.core.failure.BoxFailure;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;

/** Two pieces of work at once. The first failure ends the other; neither outlives the call. */
public final class Together {

    private Together() {}

    public static <A, B, R> R run(Callable<A> first, Callable<B> second, BiFunction<A, B, R> join) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            java.util.concurrent.CompletionService<Object> finished =
                    new java.util.concurrent.ExecutorCompletionService<>(threads);
            Future<A> a = threads.submit(first);
            Future<B> b = threads.submit(second);
            finished.submit(() -> a.get());
            finished.submit(() -> b.get());
            try {
                finished.take().get();
                finished.take().get();
                return join.apply(a.get(), b.get());
            } catch (ExecutionException e) {
                a.cancel(true);
                b.cancel(true);
                throw unwrap(e);
            } catch (InterruptedException e) {
                a.cancel(true);
                b.cancel(true);
                Thread.currentThread().interrupt();
                throw new BoxFailure.Interrupted("working on two things at once");
            }
        }
    }

    private static RuntimeException unwrap(Throwable thrown) {
        Throwable cause = thrown;
        while (cause instanceof ExecutionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
    }

    /** The same work for each item at once. */
    public static <T> void each(java.util.List<T> items, java.util.function.Consumer<T> work) {
        if (items.size() == 1) {
            work.accept(items.getFirst());
        } else if (!items.isEmpty()) {
            run(
                    () -> {
                        work.accept(items.getFirst());
                        return items;
                    },
                    () -> {
                        each(items.subList(1, items.size()), work);
                        return items;
                    },
                    (first, rest) -> items);
        }
    }
}
