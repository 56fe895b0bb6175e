-- A team that nobody wants any more leaves every list. Its row stays: searches that began with it go on, and who stood in its queue is still asked.
alter table order_teams add column removed_at timestamptz;
alter table order_teams add constraint order_teams_removed_off check (removed_at is null or not enabled) not valid;
