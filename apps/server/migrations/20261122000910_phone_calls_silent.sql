-- A call whose desk fell silent is ended by the server; what the desk says later goes before that.
alter table phone_calls add column end_presumed boolean not null default false;
create index phone_calls_under_way on phone_calls (updated_at) where ended_at is null;
