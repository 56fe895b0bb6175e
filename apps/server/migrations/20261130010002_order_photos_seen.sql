-- Small pictures are seen where the picture is. Originals are sealed, and seen there too: what opens them asks for an authority and writes it down.
alter policy scope on files using (tenant_id = (select app_tenant()) and case
  when user_id is not null then user_id = (select app_user())
  when kind = 'LOGO' then true
  when kind = 'ORDER_PICTURE' then exists (select from order_files o where o.tenant_id = files.tenant_id and o.stored_id = files.file_id)
  when kind = 'ORDER_THUMB' then exists (select from order_files o where o.tenant_id = files.tenant_id and o.thumb_id = files.file_id)
  when kind = 'ORDER_ORIGINAL' then exists (select from order_files o where o.tenant_id = files.tenant_id and o.original_id = files.file_id)
  when kind = 'RECORDING' then exists (select from sound_records r where r.tenant_id = files.tenant_id and r.stored_id = files.file_id)
  else false end);
