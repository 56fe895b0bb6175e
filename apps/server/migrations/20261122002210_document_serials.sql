-- Serials that a tenant counts itself, 1, 2, 3 …
create table document_serials (
  tenant_id bigint not null references tenants,
  series text not null,
  last bigint not null check (last > 0),
  primary key (tenant_id, series)
);
call private.scope_table('document_serials');

create function next_serial(tenant bigint, of text) returns bigint language sql volatile as $$
  insert into document_serials as s (tenant_id, series, last) values (tenant, of, 1)
  on conflict (tenant_id, series) do update set last = s.last + 1 returning last
$$;

-- They go on behind what was given; with room for what an older process gives meanwhile.
set local role app_platform;
insert into document_serials (tenant_id, series, last)
  select tenant_id, 'DRIVER', max(substr(driver_no, 2)::bigint) from drivers where driver_no ~ '^N[0-9]{6,12}$' group by tenant_id
  having max(substr(driver_no, 2)::bigint) > 0;
insert into document_serials (tenant_id, series, last) select tenant_id, 'WITHDRAWAL', max(withdrawal_id) + 1000 from withdrawals group by tenant_id;
reset role;
