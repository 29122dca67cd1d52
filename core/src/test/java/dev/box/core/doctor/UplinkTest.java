package dev.box.core.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.net.Cidr;
import dev.box.core.net.LocalAddress;
import dev.box.core.net.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A stack that was set up on its own uplink's subnet, as it was met inside a box. */
class UplinkTest {

    private static final Route DEFAULT =
            new Route(Cidr.of("0.0.0.0/0"), Optional.of(Cidr.of("10.88.0.1")), "eth0", "unicast");
    private static final Route UPLINK = new Route(Cidr.of("10.88.0.0/24"), Optional.empty(), "eth0", "unicast");
    private static final LocalAddress OWN = new LocalAddress("eth0", "10.88.0.17", 24, "global", false);

    @Test
    void anOrdinaryMachineHasNoFault() {
        Route toGateway = new Route(Cidr.of("10.88.0.1/32"), Optional.empty(), "eth0", "unicast");
        Route docker = new Route(Cidr.of("172.17.0.0/16"), Optional.empty(), "docker0", "unicast");
        assertThat(faults(List.of(DEFAULT, UPLINK, toGateway, docker), List.of(OWN)))
                .isEmpty();
    }

    @Test
    void aGatewayThatTheMachineHoldsItselfIsAFault() {
        LocalAddress bridge = new LocalAddress("boxnet", "10.88.0.1", 24, "global", false);
        assertThat(faults(List.of(DEFAULT, UPLINK), List.of(OWN, bridge)))
                .containsExactly("the default gateway 10.88.0.1 is an address of this machine's own boxnet");
    }

    @Test
    void twoConnectedRoutesForTheUplinkAreAFaultWhateverTheirLength() {
        Route bridge = new Route(Cidr.of("10.88.0.0/16"), Optional.empty(), "boxnet", "unicast");
        assertThat(faults(List.of(DEFAULT, UPLINK, bridge), List.of(OWN)))
                .containsExactly("the uplink's subnet has connected routes through boxnet and eth0");
    }

    @Test
    void withoutADefaultRouteThereIsNothingToLose() {
        assertThat(faults(List.of(UPLINK), List.of(OWN))).isEmpty();
    }

    @Test
    void whatAGuestSaysIsReadOrLeftOut() {
        Reading.InBox said = BoxReader.said(
                "work",
                "id 530dc32430f44d628fd293bbd9f124ae\nroutes [{\"dst\":\"default\",\"gateway\":\"10.88.0.1\","
                        + "\"dev\":\"eth0\"}]\naddresses \n");
        assertThat(said.machineId()).isEqualTo("530dc32430f44d628fd293bbd9f124ae");
        assertThat(said.wires().routes()).containsExactly(DEFAULT);
        assertThat(said.wires().addresses()).isEmpty();
        assertThat(BoxReader.said("mute", "").machineId()).isEmpty();
    }

    private static List<String> faults(List<Route> routes, List<LocalAddress> addresses) {
        return Uplink.faults(new Reading.Wires(new ArrayList<>(routes), addresses));
    }
}
