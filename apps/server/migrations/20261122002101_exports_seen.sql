-- What the asker could see when the file was written (of a scope, what it says of rows): who sees less by now does not take it any more.
alter table exports add column seen jsonb not null default '{"cities": "*", "orgs": "*", "channel": "*"}';
