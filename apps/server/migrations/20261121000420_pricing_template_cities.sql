-- A price must not depend on who asks for it: everybody of the tenant reads every template, and writes those of their own cities.
drop policy cities on price_templates;
create policy cities on price_templates as restrictive for insert to app_runtime
  with check ((select app_all_cities()) or (cardinality(city_ids) > 0 and city_ids <@ (select app_cities())::bigint[]));
