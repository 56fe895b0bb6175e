-- A disabled driver finishes the order in hand and then goes off duty, however that order ends and whoever frees the driver.
create function private.disabled_goes_off_duty() returns trigger language plpgsql as $$
begin
  new.work_status := 'OFFLINE';
  new.online_since := null;
  return new;
end $$;
create trigger disabled_goes_off_duty before update of work_status, disabled_reason on drivers for each row
  when (new.work_status in ('ONLINE_IDLE', 'PAUSED') and new.disabled_reason <> '') execute function private.disabled_goes_off_duty();
