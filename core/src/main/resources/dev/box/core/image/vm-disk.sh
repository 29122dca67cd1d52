# Makes a bootable disk of a tree; $1 is the tree, which loses its /boot/efi, $2 a directory for work, $3 the disk to write.
# Every part is made as a file of its own and copied to its place: no loop device, no mount.
set -e
truncate -s 256M "$2/esp"
mkfs.vfat -F 32 -n ESP "$2/esp" > "$2/log"
mcopy -Q -s -i "$2/esp" "$1"/boot/efi/* ::
rm -rf "$1"/boot/efi/*
truncate -s 2G "$2/root"
mke2fs -q -t ext4 -L root -m 1 -d "$1" "$2/root"
truncate -s 2306M "$2/disk"
case $(uname -m) in aarch64) root=b921b045-1df0-41c3-af44-4c6f280d3fae ;; *) root=4f68bce3-e8cd-4db1-96e7-fbcaf984b709 ;; esac
sfdisk -q "$2/disk" <<C
label: gpt
start=1MiB, size=256MiB, type=U, name=esp
start=257MiB, size=2GiB, type=$root, name=root
C
dd if="$2/esp" of="$2/disk" bs=1M seek=1 conv=notrunc,sparse status=none
dd if="$2/root" of="$2/disk" bs=1M seek=257 conv=notrunc,sparse status=none
exec qemu-img convert -c -o compression_type=zstd -O qcow2 "$2/disk" "$3"
