-- Whether a person owes a yes: a version of material change had begun at the moment from which they are asked, and the last thing they said is
-- no yes to it or to a later one. A function, because each call of everybody asks: where nothing is asked for, nothing else is looked at or planned.
create function must_agree(of_kind text, of_tenant bigint, person bigint, asked_from timestamptz) returns boolean
language plpgsql stable as $$
declare
  asked integer;
  agreed integer;
begin
  select max(number) into asked from agreement_versions
  where tenant_id = of_tenant and kind = of_kind and change_level = 'MATERIAL' and effective_at <= asked_from;
  if asked is null then
    return false;
  end if;
  if of_kind = 'EMPLOYEE' then
    select case when given then number end into agreed from agreement_consents
    where tenant_id = of_tenant and user_id = person order by consent_id desc limit 1;
  elsif of_kind = 'DRIVER' then
    select case when given then number end into agreed from agreement_consents
    where tenant_id = of_tenant and driver_id = person order by consent_id desc limit 1;
  else
    -- What those said who were merged into a customer is theirs.
    select case when given then number end into agreed from agreement_consents
    where tenant_id = of_tenant and customer_id in (
      select customer_id from customers where tenant_id = of_tenant and (customer_id = person or merged_into = person))
    order by consent_id desc limit 1;
  end if;
  return asked > coalesce(agreed, 0);
end $$;
