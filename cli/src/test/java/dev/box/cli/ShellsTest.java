package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The real bash, zsh and fish complete box's command lines, with real boxes behind them; and man sets the pages. */
@Tag("world")
class ShellsTest {

    /** Calls bash's completion function as readline does, for each line that is typed, and prints what it would offer. */
    private static final String BASH = """
            source <(box completion bash); cd /srv/here
            while IFS= read -r line; do
                COMP_LINE=$line COMP_POINT=${#line}
                read -ra COMP_WORDS <<<"$line"; [[ $line != *' ' ]] || COMP_WORDS+=(""); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _box box "${COMP_WORDS[-1]}" "" && echo "${COMPREPLY[*]}"
            done""";

    /** Types each line and a Tab into an interactive zsh, and prints what the line is then. */
    private static final String ZSH = """
            zmodload zsh/zpty
            zpty shell zsh -f -i
            zpty -w shell 'PS1=; autoload -U compinit; compinit -u -d /tmp/dump; source <(box completion zsh); cd /srv/here
            show() { print -r -- "$BUFFER" >>/tmp/lines; BUFFER=; }; zle -N show; bindkey "^X" show; print READ""Y'
            zpty -r -m shell seen '*READY*'
            : >/tmp/lines; n=0
            while IFS= read -r line; do
                zpty -w -n shell "$line"$'\\t\\x18'; n=$((n + 1))
                until [[ $(wc -l </tmp/lines) -ge $n ]]; do :; done
            done
            cat /tmp/lines""";

    private static final String FISH = """
            box completion fish | source; cd /srv/here
            while read --local line; echo (complete -C "$line" | string split -f1 \\t | string join ' '); end""";

    private static final List<String> TYPED = List.of(
            "box sta",
            "box shell wo",
            "box restore work goo",
            "box new x --from work/goo",
            "box new x --template=bla",
            "box import only-fi",
            "box image build --output only-di",
            "box image b",
            "box rm work we",
            "box cp we");

    private static HostInLab host = new HostInLab("shells", "host1");

    @BeforeAll
    static void twoBoxesAndTheShells() {
        host = HostInLab.up("shells", "fish", "mandoc", "zsh");
        host.sh("box new work && box new web && box snapshot work good && mkdir -p /srv/here/only-directory"
                + " && touch /srv/here/only-file && incus init box/debian/13/cloud worst --storage default");
    }

    @AfterAll
    static void takeItDown() {
        host.close();
    }

    @Test
    void bashOffersWhatGoesOn() {
        assertThat(typedInto("bash --norc -c " + quoted(BASH)))
                .containsExactly(
                        "start",
                        "work",
                        "good",
                        "work/good",
                        "blank",
                        "only-file",
                        "only-directory",
                        "build",
                        "web",
                        "web:");
        assertThat(host.sh("printf 'box re\\nbox shell \\nbox exec work -- w\\n' | bash --norc -c " + quoted(BASH)))
                .isEqualTo("restore rename revoke\nweb work");
    }

    @Test
    void zshCompletesTheLine() {
        assertThat(typedInto("zsh -f -c " + quoted(ZSH)))
                .containsExactly(
                        "box start ",
                        "box shell work ",
                        "box restore work good ",
                        "box new x --from work/good ",
                        "box new x --template=blank ",
                        "box import only-file ",
                        "box image build --output only-directory/",
                        "box image build ",
                        "box rm work web ",
                        "box cp web:");
    }

    @Test
    void fishOffersWhatGoesOn() {
        assertThat(typedInto("fish --no-config -c " + quoted(FISH)))
                .containsExactly(
                        "start",
                        "work",
                        "good",
                        "work/good",
                        "--template=blank",
                        "only-file",
                        "only-directory/",
                        "build",
                        "web",
                        "web:");
    }

    @Test
    void whoMayNotAskTheDaemonIsOfferedTheRestInSilence() {
        host.sh("useradd nobodys");
        assertThat(host.sh("runuser -u nobodys -- box __complete -- shell w 2>&1; runuser -u nobodys -- box __complete"
                        + " -- lis 2>&1"))
                .contains("list\tevery box")
                .doesNotContain("work", "socket");
    }

    @Test
    void manSetsEveryPageWithoutAComplaint() {
        String pages = "$(dirname $(readlink -f $(which box)))/../share/man/man1";
        assertThat(host.sh("cd " + pages + " && { mandoc -T lint -W warning *.1 | grep -v 'missing date' || :; }"))
                .isEmpty();
        assertThat(host.sh("cd " + pages + " && mandoc -T ascii box-exec.1 | col -b"))
                .contains("box exec <box> -- <command>...", "box exec work -- sh -c 'cd src && make'");
    }

    private static String quoted(String script) {
        return "'" + script.replace("'", "'\\''") + "'";
    }

    private static List<String> typedInto(String shell) {
        return host.sh("printf '%s\\n' '" + String.join("' '", TYPED) + "' | " + shell)
                .lines()
                .toList();
    }
}
