package dev.box.core.transfer;

/**
 * One member of a tar archive. Texts are its bytes as ISO 8859-1, so that nothing is lost.
 *
 * @param path as written, without a slash at its end
 * @param kind what it is
 * @param link a link's target; empty otherwise
 * @param size of its content in bytes
 * @param major a device's number
 * @param minor a device's number
 * @param header its header blocks, extended ones included
 */
@SuppressWarnings("ArrayRecordComponent") // compared by no one
record TarEntry(String path, Kind kind, String link, long size, long major, long minor, byte[] header) {

    /** What a member is. */
    enum Kind {
        FILE,
        HARD_LINK,
        SYMLINK,
        CHARACTER_DEVICE,
        BLOCK_DEVICE,
        DIRECTORY,
        FIFO
    }

    String parent() {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "" : path.substring(0, slash);
    }
}
