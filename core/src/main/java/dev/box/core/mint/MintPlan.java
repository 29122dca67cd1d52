package dev.box.core.mint;

import dev.box.core.box.BoxName;
import dev.box.core.box.Stamp;
import dev.box.core.box.StampKey;
import dev.box.core.host.HostNames;
import dev.box.core.image.ResolvedImage;
import dev.box.core.settings.Setting;
import dev.box.core.settings.Settings;
import dev.box.core.template.Resources;
import dev.box.core.template.Template;
import dev.box.incus.InstanceRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is asked of the daemon for one box; pure, so that it can be read and tested as a whole. Nothing in it comes from
 * a template but image, resources, autostart and user-data: the network is the profile's alone. Of the host's settings
 * only its package sources are in it.
 *
 * @param name of the box
 * @param template what it is minted from
 * @param modeAsked what the user wanted
 * @param mode what it becomes
 * @param image what it is made of
 * @param resources complete for this mode
 * @param sources of this host's boxes
 * @param version of box
 * @param created UTC, ISO 8601
 * @param expires UTC, ISO 8601; empty for never
 */
record MintPlan(
        BoxName name,
        Template template,
        Mode modeAsked,
        Mode mode,
        ResolvedImage image,
        Resources resources,
        PackageSources sources,
        String version,
        String created,
        String expires) {

    /** A VM's disk is a file of a fixed size, so it needs one; a container's is bounded only where someone asked. */
    private static final Resources DEFAULTS = new Resources("2", "4GiB", "");

    private static final Resources VM_DEFAULTS = new Resources("2", "4GiB", "20GiB");

    /** Flag over environment over template over default. */
    static Resources resources(Resources flags, Settings settings, Template template, Mode mode) {
        Resources environment = new Resources(
                settings.get(Setting.BOX_CPU), settings.get(Setting.BOX_MEMORY), settings.get(Setting.BOX_DISK));
        return flags.orElse(environment)
                .orElse(template.resources())
                .orElse(mode == Mode.VM ? VM_DEFAULTS : DEFAULTS)
                .checked();
    }

    Stamp stamp() {
        return new Stamp(
                Stamp.SCHEMA,
                version,
                created,
                template.name(),
                template.user(),
                template.image(),
                image.fingerprint(),
                mode.word(),
                modeAsked.word(),
                "mint",
                "",
                "",
                Stamp.Mark.MINTING);
    }

    InstanceRequest request(Stack stack) {
        return InstanceRequest.fromImage(name.value(), mode.instanceType(), image.fingerprint())
                .withProfiles(List.of(HostNames.PROFILE))
                .withConfig(config())
                .withDevices(devices(stack));
    }

    /** As {@link #request}, but copied from a warm base, whose own keys do not come along. */
    InstanceRequest request(Stack stack, String base) {
        Map<String, String> config = config();
        config.put(StampKey.BASE.key(), "");
        config.put(StampKey.BASE_STATE.key(), "");
        config.put(StampKey.MACHINE_ID.key(), "");
        config.putIfAbsent("boot.autostart", "");
        return InstanceRequest.copyOf(name.value(), base, true)
                .withProfiles(List.of(HostNames.PROFILE))
                .withConfig(config)
                .withDevices(devices(stack));
    }

    private Map<String, String> config() {
        Map<String, String> config = new LinkedHashMap<>(stamp().toConfig());
        config.put(StampKey.MINTER.key(), Minter.self());
        if (!expires.isEmpty()) {
            config.put(StampKey.EXPIRES.key(), expires);
        }
        config.put("limits.cpu", resources.cpu());
        config.put("limits.memory", resources.memory());
        config.put("cloud-init.user-data", template.userData());
        if (!sources.isEmpty()) {
            config.put("cloud-init.vendor-data", sources.vendorData());
        }
        if (template.autostart()) {
            config.put("boot.autostart", "true");
        }
        if (mode == Mode.VM) {
            config.put("security.secureboot", "false");
        } else {
            config.put("security.nesting", "true");
        }
        return config;
    }

    /** A device of the instance replaces the profile's of the same name as a whole, so the pool is named again. */
    private Map<String, Map<String, String>> devices(Stack stack) {
        return resources.disk().isEmpty()
                ? Map.of()
                : Map.of(
                        stack.rootDevice(),
                        Map.of("type", "disk", "path", "/", "pool", stack.pool(), "size", resources.disk()));
    }
}
