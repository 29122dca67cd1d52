id alice; box tenants
box grant bob --boxes 2 --cpu 4 --memory 8GiB --disk 10GiB; box tenants
su - bob -c 'box new b1; box new b2 --disk 2GiB --memory 1GiB; box new b3 --disk 1GiB --memory 1GiB; box list; incus list --format csv'
box grant bob --memory lots; echo rc=$?
box grant bob --boxes none --cpu none --memory none --disk none; box tenants
box grant oscar; su - oscar -c 'box list; id'; gpasswd -d oscar incus-admin; su - oscar -c 'box list; box new o1'
# live session of alice
su - alice -c 'sleep 1000 & sleep 2000' & sleep 1
ps aux | grep '[s]leep'
cp /usr/bin/incus /home/alice/in; chown alice:alice /home/alice/in; su - alice -c 'chgrp incus in; chmod g+s in; ls -la in'
box revoke alice; echo rc=$?
ps aux | grep '[s]leep'
su - alice -c 'box list; ls -la in; ./in list'
box revoke bob --purge </dev/null; echo rc=$?
box grant alice
box revoke alice --purge --yes; echo rc=$?
ps aux | grep '[s]leep'
box tenants; incus project list; incus network list -f csv; incus config trust list; ls /var/lib/incus/users; incus image list -f csv
box revoke alice; box revoke alice --purge --yes; box revoke mallory; echo rc=$?
