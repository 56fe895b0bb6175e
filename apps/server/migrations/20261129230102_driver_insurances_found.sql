-- outside a transaction
alter table driver_paper_notices validate constraint driver_paper_notices_paper_check;
