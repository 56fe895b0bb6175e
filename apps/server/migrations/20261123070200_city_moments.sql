-- When a city's closing began or ended people are told, at that moment and once: of moments after this one nobody was told yet.
alter table tenant_cities add column told_at timestamptz not null default now();
