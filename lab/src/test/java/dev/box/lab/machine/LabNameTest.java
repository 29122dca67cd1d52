package dev.box.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabNameTest {

    @Test
    void everythingOfALabCarriesItsName() {
        assertThat(new LabName("work").part("inet")).isEqualTo("boxlab-work-inet");
    }

    @Test
    void aDirectoryNamesItsLab() {
        assertThat(LabName.ofDirectory("My-lab_2").value()).isEqualTo("ylab2");
        assertThat(LabName.ofDirectory("123").value()).isEqualTo("lab");
    }

    @Test
    void aCommandNamesTheLabUnlessItIsTheUsualOne() {
        assertThat(new LabName("work").command("logs host2")).isEqualTo("box lab logs host2 --name work");
        assertThat(LabName.ofDirectory("lab").anew()).isEqualTo("box lab down, then box lab up");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1a", "a-b", "A", "a/b", "a b", "aaaaaaaaaaaaaaaaaaaaa", "../x", "a*"})
    void aNameThatCouldMeanAnotherLabsThingsIsRefused(String name) {
        assertThatThrownBy(() -> new LabName(name)).isInstanceOf(BoxFailure.Refused.class);
    }
}
