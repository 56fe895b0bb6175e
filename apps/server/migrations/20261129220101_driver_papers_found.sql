-- outside a transaction
create index concurrently if not exists drivers_papers on drivers (least(licence_expire, id_card_expire)) where qualification = 50;
