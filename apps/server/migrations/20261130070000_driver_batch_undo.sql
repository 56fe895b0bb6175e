-- A driver who was brought in by a file and has done nothing is taken away again when the file is: with how they stand, which a round adds by itself.
alter table driver_level_states drop constraint driver_level_states_tenant_id_driver_id_fkey;
alter table driver_level_states add constraint driver_level_states_driver foreign key (tenant_id, driver_id) references drivers (tenant_id, driver_id)
  on delete cascade not valid;
