-- The log names no city: whoever is bound to cities or an organisation reads what they did themselves, and no more.
drop policy scope on operation_logs;
create policy scope on operation_logs to app_runtime
  using (tenant_id = (select app_tenant()) and (select app_all_channels())
    and (((select app_all_cities()) and (select app_all_orgs())) or (actor_type = 'OPERATOR' and actor_id = (select app_user()))))
  with check (tenant_id = (select app_tenant()));

drop index operation_logs_request;
create index operation_logs_request on operation_logs (tenant_id, request_id, at desc);
create index operation_logs_call on operation_logs (tenant_id, call text_pattern_ops, at desc);
create index operation_logs_touched on operation_logs (tenant_id, at desc) where object <> '';
create index operation_logs_refused on operation_logs (tenant_id, at desc) where code <> 0;
