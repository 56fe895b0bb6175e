-- A call whose sound was not kept because its city keeps none: whoever looks for the recording is told so.
alter table phone_calls add column sound_off boolean not null default false;
