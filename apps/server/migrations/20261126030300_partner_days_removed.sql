-- outside a transaction
-- What a channel used of its quota is removed by its day.
create index concurrently if not exists channel_days_day on channel_days (day);
