package dev.box.drill.probe;

import dev.box.core.failure.BoxFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Several things at the same time, on threads that end before the caller goes on. */
public final class AtOnce {

    private AtOnce() {}

    /** Two results. */
    public record Both<A, B>(A first, B second) {}

    /** All of them; see {@link #all(String, int, List)}. */
    public static <T> List<T> all(String tried, List<? extends Callable<T>> work) {
        return all(tried, work.size(), work);
    }

    /**
     * In the order of the work; what the first of them threw, once all have ended.
     *
     * @param tried for the failure if the thread is interrupted
     * @param most how many at the same time
     */
    public static <T> List<T> all(String tried, int most, List<? extends Callable<T>> work) {
        try (ExecutorService threads = Executors.newFixedThreadPool(
                Math.max(1, most), Thread.ofVirtual().factory())) {
            List<Future<T>> futures = new ArrayList<>();
            work.forEach(one -> futures.add(threads.submit(one)));
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(result(tried, future, threads));
            }
            return results;
        }
    }

    public static <A, B> Both<A, B> both(String tried, Callable<A> first, Callable<B> second) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<A> one = threads.submit(first);
            Future<B> other = threads.submit(second);
            return new Both<>(result(tried, one, threads), result(tried, other, threads));
        }
    }

    private static <T> T result(String tried, Future<T> future, ExecutorService threads) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
            throw new BoxFailure.Interrupted(tried);
        }
    }
}
