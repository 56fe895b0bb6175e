-- outside a transaction
-- Of a place and language one version holds, one waits, and each has a number of its own.
create unique index concurrently if not exists message_texts_holds on message_texts (tenant_id, event, language, coalesce(city_id, 0), coalesce(channel_id, 0)) where state = 'IN_FORCE';
create unique index concurrently if not exists message_texts_waits on message_texts (tenant_id, event, language, coalesce(city_id, 0), coalesce(channel_id, 0)) where state = 'WAITING';
create unique index concurrently if not exists message_texts_numbers on message_texts (tenant_id, event, language, coalesce(city_id, 0), coalesce(channel_id, 0), number);
drop index concurrently if exists message_texts_in_force;
drop index concurrently if exists message_texts_waiting;
drop index concurrently if exists message_texts_number;
alter table message_texts validate constraint message_texts_language;
alter table message_texts validate constraint message_texts_words;
alter table message_texts validate constraint message_texts_no_words;
alter table message_texts validate constraint message_texts_follows;
alter table customers validate constraint customers_language;
alter table drivers validate constraint drivers_language;
