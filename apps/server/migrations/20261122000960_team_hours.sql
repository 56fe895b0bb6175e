-- A team goes first in its hours alone, by the clock of its city; and among its drivers some come before others.
alter table order_teams
  add column week_mask smallint not null default 127 check (week_mask between 1 and 127), -- bit 0 is Monday: the day on which the hours begin
  add column from_minute smallint check (from_minute between 0 and 1439), -- both or neither; neither is the whole day
  add column to_minute smallint check (to_minute between 0 and 1439), -- before from_minute: over midnight
  add constraint order_teams_hours check ((from_minute is null) = (to_minute is null) and (from_minute is null or from_minute <> to_minute));
alter table order_team_members add column priority smallint not null default 0 check (priority between 0 and 99); -- the highest is asked first
