# Packs the metadata tarball; $1 is a directory that holds metadata.yaml, $2 the tarball to write.
set -e
T=$1/templates
mkdir -p "$T"
echo '{{ container.name }}' > "$T/hostname.tpl"
printf '127.0.0.1\tlocalhost\n127.0.1.1\t{{ container.name }}\n::1\tlocalhost ip6-localhost ip6-loopback\n' > "$T/hosts.tpl"
printf 'instance-id: {{ container.name }}\nlocal-hostname: {{ container.name }}\n' > "$T/meta-data.tpl"
for k in user-data vendor-data network-config; do
  echo "{{ config_get(\"cloud-init.$k\", properties.default) }}" > "$T/$k.tpl"
done
exec tar -C "$1" --owner=0 --group=0 --sort=name -czf "$2" metadata.yaml templates
