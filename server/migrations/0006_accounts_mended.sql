-- 0006_accounts was edited after it had landed: messages no longer say which account they came from.
alter table contact_messages drop column if exists user_id;
