-- When a driver's income is taxable: when they apply for it, or when they earned it; and how the tax of an application came about.
alter table withdrawal_tax_settings add column taxable_on text not null default 'APPLICATION'
  check (taxable_on in ('APPLICATION', 'EARNING'));
-- {on, years: [{year, incomeFen, months, taxFen}]}; null before this was kept, and where nothing is withheld.
alter table withdrawals add column tax_basis jsonb;
