-- Under which code each provider that sends registered templates alone has a broadcast's text; who is not in it cannot send it.
alter table broadcasts add column codes jsonb not null default '{}';
