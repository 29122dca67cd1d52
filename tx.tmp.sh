for u in 1001 1003; do box revoke $u --purge --yes --quiet; done; box tenants;
