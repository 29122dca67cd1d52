package dev.box.drill.count;

/**
 * One counter.
 *
 * @param match nft's words for the frames that it counts
 * @param key what it is read back by; unique in a table
 */
public record CounterRule(Point point, String match, String key) {}
