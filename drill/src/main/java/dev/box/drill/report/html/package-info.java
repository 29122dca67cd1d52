/** The report as one self-contained HTML page, to look at. Uses report, contract and verdict; nothing that came from a guest reaches the page unescaped. */
@NullMarked
package dev.box.drill.report.html;

import org.jspecify.annotations.NullMarked;
