#!/usr/bin/env bash
# Types what docs/installing.md says into a bare Debian 12 that is booted in a container, and looks at the server
# through the proxy. As root on Debian, with debootstrap and systemd-container: packaging/try.sh WILLOW|PACKAGE.deb nginx|haproxy
set -euo pipefail
willow=$(realpath "$1")
proxy=$2
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=target/bare-debian
if [ ! -e $root/done ]; then
    debootstrap --variant=minbase --include=procps,systemd,systemd-sysv,dbus,ca-certificates,curl,openssl bookworm $root
    chroot $root apt-get install -y --download-only nginx haproxy
    touch $root/done
fi
machine=$(mktemp -d)
trap 'rm -rf "$machine"' EXIT
cp -a $root/. "$machine"
mkdir "$machine/root/willow"
package=
case $willow in
*.deb) package=1 && cp "$willow" "$machine/root/willow/willow.deb" ;;
*) cp -r packaging "$machine/root/willow" && cp "$willow" "$machine/root/willow/willow" ;;
esac

# Of the blocks of the page those of the proxy that is not tried are left out, and those that need a network;
# with a package also what the page says of it.
other=$([ "$proxy" = nginx ] && echo haproxy || echo nginx)
{
    echo 'set -Eex; trap "journalctl --no-pager | tail -20" ERR; cd /root/willow'
    [ -z "$package" ] || echo 'apt-get install -y ./willow.deb'
    awk -v other="$other" -v package="$package" '
        /^## / { section = $2 }
        /^```sh install/ { on = 1; block = ""; line = 0; next }
        /^```/ { if (on && block !~ other) printf "%s", block; on = 0 }
        { line++ }
        package && (section ~ /[148]/ && /^install / || section == "2." && line <= 3) { next }
        package { gsub(/packaging/, "/usr/share/doc/willow") }
        on { block = block $0 "\n" }' docs/installing.md
    cat <<'END'
get() { curl --silent --insecure --output /tmp/page --write-out '%{http_code}' --connect-to "$club::127.0.0.1:" "$@"; }
[ "$(get "https://$club/")" = 200 ]
grep -qi '<!doctype html>' /tmp/page
[ "$(get "http://$club/x")" = 301 ]
[ "$(get "https://$club/metrics")" = 403 ]
[ -z "$(find /var/lib/willow /var/lib/willow-backup -perm /077)" ]
systemd-analyze security --threshold=20 willow > /dev/null
[ -s "/var/lib/willow-backup/$(date +%u)/willow.db" ]
sleep 3 | openssl s_client -quiet -no_ign_eof -connect 127.0.0.1:7710 2> /dev/null | grep '^welcome'
willow check
[ -z "$(find /var/lib/willow /var/lib/willow-backup ! -user willow)" ]
systemctl reload willow
sed -i 's/^registration/registratoin/' /etc/willow/willow.toml
systemctl reload willow && exit 1
systemctl is-active willow
systemctl stop willow
get "https://$club/"
grep -q 'One moment' /tmp/page
END
} > "$machine/root/walk.sh"
cat > "$machine/etc/systemd/system/walk.service" <<'END'
[Service]
Type=oneshot
ExecStart=/bin/bash -c 'bash /root/walk.sh > /root/walk.log 2>&1 && touch /root/walked; systemctl poweroff'
[Install]
WantedBy=multi-user.target
END
ln -s /etc/systemd/system/walk.service "$machine/etc/systemd/system/multi-user.target.wants/"
systemd-nspawn --quiet --directory="$machine" --boot --register=no --keep-unit --private-network < /dev/null > /dev/null || true
cat "$machine/root/walk.log"
[ -e "$machine/root/walked" ] && echo "docs/installing.md works with $proxy"
