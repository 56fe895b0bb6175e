-- The running part of a number people read: filled up to its usual width, and longer, never cut, once it no longer fits.
-- One sequence serves all tenants: a tenant's own numbers rise and have gaps, which say nothing of anybody's business.
create function serial_no(n bigint, width integer) returns text language sql immutable strict parallel safe
  as $$ select lpad(n::text, greatest(width, length(n::text)), '0') $$;
