-- A rule finds whom its author could see: another city's customers do not come into a group by it.
alter table customer_groups add column rule_sight jsonb; -- {cities, orgs} of who saved the rule; null: the whole tenant
