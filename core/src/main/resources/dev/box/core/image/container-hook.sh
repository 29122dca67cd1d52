# What a container has no use for; comes after guest-hook.sh. It loads no modules, and its disk is the host's to look after.
mask systemd-modules-load.service e2scrub_all.timer fstrim.timer
