package dev.box.drill.plan;

/**
 * A cell about to be measured once.
 *
 * @param token a number that only this attempt uses: its source port, its ICMP id, its frame's content
 */
public record Shot(Cell cell, int token) {

    /** The port to knock at: the cell's, or the token where it only has to be one that nothing else uses. */
    public int port() {
        return cell.port() == 0 ? token : cell.port();
    }
}
