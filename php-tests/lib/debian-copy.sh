#!/bin/sh
# Makes a copy of this Debian in an empty folder, and runs a command in it: debian-copy.sh FOLDER COMMAND [ARGUMENT …]
#
# Runs in a mount namespace of its own. What a package changes is copied: the settings, what dpkg knows, the folder of PHP's
# extensions. The folder of programs has links to them instead. All else is mounted, so the copy takes a second, and the
# programs cannot be changed. Used by DebianCopy.php.
set -eu
copy=$1
here=$PWD
shift
mount -t tmpfs tmpfs "$copy"
for entry in /*; do
    name=${entry#/}
    if [ -L "$entry" ]; then
        cp -P "$entry" "$copy/$name"
    elif [ -d "$entry" ]; then
        mkdir "$copy/$name"
        case $name in etc | var | run) ;; *) mount --rbind "$entry" "$copy/$name" ;; esac
    fi
done
# An ordinary user may not read all of them, and dpkg and PHP need none of those.
cp -r --preserve=mode,links /etc/. "$copy/etc" 2>/dev/null || true
mkdir -p "$copy/var/lib" "$copy/var/log" "$copy/var/cache" "$copy/var/tmp"
cp -r --preserve=mode,links /var/lib/dpkg /var/lib/php "$copy/var/lib" 2>/dev/null || true
for file in etc/passwd etc/php var/lib/dpkg/status var/lib/php/modules; do
    [ -e "$copy/$file" ] || { echo "debian-copy.sh: /$file could not be copied" >&2 && exit 1; }
done
extensions=$(php-config --extension-dir)
for folder in "$extensions" /usr/share/doc; do
    mkdir -p "$copy/run/copy$folder"
    [ "$folder" != "$extensions" ] || cp -r --preserve=mode,links "$folder/." "$copy/run/copy$folder"
    mount --bind "$copy/run/copy$folder" "$copy$folder"
done
programs=/run/copy/programs
mkdir "$copy$programs" "$copy/run/copy/bin"
mount --bind /usr/bin "$copy$programs"
# A link of the folder leads from where it stands, so it stays as it is.
find /usr/bin -maxdepth 1 -type l -exec cp -P -t "$copy/run/copy/bin" {} +
(cd /usr/bin && find . -maxdepth 1 -type f) | sed "s#^\./#$programs/#" | tr '\n' '\0' | xargs -0 ln -s -t "$copy/run/copy/bin"
mount --bind "$copy/run/copy/bin" "$copy/usr/bin"
mount -o remount,bind,ro "$copy/usr"
# Packages restart services by this command. It only writes down what it was asked for.
printf '#!/bin/sh\necho "$*" >>/run/services\n' >"$copy/run/invoke-rc.d"
chmod +x "$copy/run/invoke-rc.d"
touch "$copy/run/services"
mount --bind "$copy/run/invoke-rc.d" "$copy/usr/sbin/invoke-rc.d"
# shellcheck disable=SC2016 # The inner shell expands them.
exec chroot "$copy" sh -c 'cd "$0" && exec "$@"' "$here" "$@"
