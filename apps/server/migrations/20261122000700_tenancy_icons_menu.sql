-- The list of icons serves those who arrange menus: nobody else finds it on the left because nothing is needed for it.
-- The owner sees these rows too while the policies are not forced.
alter table menus no force row level security;
update menus set function_codes = '{menu.view}', version = version + 1 where url = '/icons' and function_codes = '{}';
alter table menus force row level security;
