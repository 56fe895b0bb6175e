-- Whoever takes a recording away is written down as well. What is there already fits: none of it is looked at again.
alter table sound_access_logs
  drop constraint sound_access_logs_action_check,
  add constraint sound_access_logs_action_check check (action in ('STORE', 'PLAY', 'DOWNLOAD', 'KEEP', 'PURGE')) not valid;
