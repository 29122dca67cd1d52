package dev.box.core.net;

/**
 * Who really serves a bridge, by open sockets.
 *
 * @param pid the process that holds them; 0 if there is none or the caller may not see it
 * @param dns whether the gateway's address has a DNS socket
 * @param dhcp whether the bridge has a DHCP socket
 */
public record DnsmasqFacts(long pid, boolean dns, boolean dhcp) {
    public boolean serving() {
        return dns && dhcp;
    }
}
