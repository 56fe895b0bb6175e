-- In which language a text is; what was there before is Chinese.
alter table message_texts add column language text not null default 'zh';
alter table message_texts add constraint message_texts_language check (language in ('zh', 'en')) not valid;
-- English words of the program itself stand as FOLLOW with words: an older process, which knows no languages and would take either text of an
-- event, passes them over.
alter table message_texts drop constraint message_texts_check;
alter table message_texts drop constraint message_texts_check1;
alter table message_texts add constraint message_texts_words check (effect <> 'SEND' or body <> '') not valid;
alter table message_texts add constraint message_texts_no_words check (effect <> 'OFF' or body = '') not valid;
alter table message_texts add constraint message_texts_follows check (effect <> 'FOLLOW'
  or (body = '' and (city_id is not null or channel_id is not null))
  or (body <> '' and city_id is null and channel_id is null and language <> 'zh')) not valid;

-- What people read: a customer Chinese unless somebody said otherwise, a driver what they chose in the app, if they did.
alter table customers add column language text not null default 'zh';
alter table customers add constraint customers_language check (language in ('zh', 'en')) not valid;
alter table drivers add column language text;
alter table drivers add constraint drivers_language check (language in ('zh', 'en')) not valid;
