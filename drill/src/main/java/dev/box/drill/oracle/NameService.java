package dev.box.drill.oracle;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What the gateway's dnsmasq was started with.
 *
 * @param running whether there is one
 * @param options its options from command line and file, without dashes: {@code no-hosts}, {@code server=1.1.1.1}
 * @param known names that its leases and its file of fixed hosts hold, in lower case
 * @param hostsFile names of the host's /etc/hosts, in lower case
 * @param hostResolvers of the host's resolv.conf
 */
record NameService(
        boolean running, List<String> options, Set<String> known, Set<String> hostsFile, List<String> hostResolvers) {

    Prediction question(String name) {
        String asked = name.toLowerCase(Locale.ROOT);
        if (!running) {
            return Prediction.stopped("no dnsmasq serves the gateway");
        }
        if (known.contains(asked) || hasDomain() && asked.endsWith(".incus") && known.contains(bare(asked))) {
            return Prediction.passes("the resolver's own leases or fixed hosts name it");
        }
        if (hostsFile.contains(asked)) {
            return has("no-hosts")
                    ? nowhere(asked)
                    : Prediction.passes("the resolver reads the host's /etc/hosts: no-hosts is not set");
        }
        return nowhere(asked);
    }

    /** Of a name that the resolver does not hold itself. */
    private Prediction nowhere(String asked) {
        if (!asked.contains(".")) {
            return has("domain-needed")
                    ? Prediction.stopped("no lease and no fixed host names it, and domain-needed keeps it here")
                    : Prediction.unknown("it is passed on to a resolver, whose answer no rule tells");
        }
        if (asked.endsWith(".incus")) {
            return has("local=/incus/")
                    ? Prediction.stopped("local=/incus/ keeps it here, and nothing here names it")
                    : Prediction.unknown("it is passed on to a resolver, whose answer no rule tells");
        }
        return Prediction.unknown("it is passed on to a resolver, whose answer no rule tells");
    }

    /** Of the name that belongs to an address. */
    Prediction reverse(String owner) {
        if (!running) {
            return Prediction.stopped("no dnsmasq serves the gateway");
        }
        if (known.contains(owner.toLowerCase(Locale.ROOT))) {
            return Prediction.passes("the resolver's own leases or fixed hosts name it");
        }
        return has("bogus-priv")
                ? Prediction.stopped("no lease and no fixed host names it, and bogus-priv keeps the question here")
                : Prediction.unknown("it is passed on to a resolver, whose answer no rule tells");
    }

    /** Of a public name: that it is asked somewhere is all that the options tell. */
    Prediction published() {
        if (!running) {
            return Prediction.stopped("no dnsmasq serves the gateway");
        }
        return servers().isEmpty() && (has("no-resolv") || hostResolvers.isEmpty())
                ? Prediction.stopped("the resolver has no server to ask")
                : Prediction.passes("the resolver asks " + String.join(", ", asked()));
    }

    /** Of a name that only this other resolver knows. */
    Prediction split(String resolver) {
        if (!running) {
            return Prediction.stopped("no dnsmasq serves the gateway");
        }
        return asked().contains(resolver)
                ? Prediction.passes("the resolver also asks " + resolver + ", which knows it")
                : Prediction.stopped("the resolver asks only " + String.join(", ", asked()));
    }

    private static String bare(String asked) {
        return asked.substring(0, asked.length() - ".incus".length());
    }

    /** Without a domain of its own, dnsmasq knows its leases by their bare names only (measured). Incus passes {@code -s incus}. */
    private boolean hasDomain() {
        int at = options.indexOf("-s");
        return has("domain=incus")
                || at >= 0 && at + 1 < options.size() && options.get(at + 1).equals("incus");
    }

    private boolean has(String option) {
        return options.contains(option);
    }

    private List<String> servers() {
        return options.stream()
                .filter(option -> option.startsWith("server=") && !option.startsWith("server=/"))
                .map(option -> option.substring("server=".length()))
                .toList();
    }

    private List<String> asked() {
        List<String> all = new java.util.ArrayList<>(servers());
        if (!has("no-resolv")) {
            all.addAll(hostResolvers);
        }
        return all;
    }
}
