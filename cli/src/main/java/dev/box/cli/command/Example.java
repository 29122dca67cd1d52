package dev.box.cli.command;

/** One line to type, and what it is for. */
public record Example(String line, String purpose) {}
