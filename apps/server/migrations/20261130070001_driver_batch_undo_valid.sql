-- outside a transaction
alter table driver_level_states validate constraint driver_level_states_driver;
