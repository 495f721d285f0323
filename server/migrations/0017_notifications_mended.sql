-- 0017_notifications was edited after it had landed.
create index if not exists notifications_of_chat on notifications ((payload->>'chat_id')) where type = 'CHAT_MESSAGE';
