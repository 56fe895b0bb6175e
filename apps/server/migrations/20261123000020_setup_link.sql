-- An empty installation is begun in the browser, through a link that its start prints. The newest one holds, once.
alter table installation add column setup_token_hash bytea;
grant select, update (setup_token_hash) on installation to app_platform;
