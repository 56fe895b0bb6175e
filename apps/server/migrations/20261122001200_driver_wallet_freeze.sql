-- A disabled driver's wallet: frozen, nothing is taken out of it and nobody signs in; left open, the driver may still withdraw.
alter table drivers add column wallet_frozen boolean not null default false;
