-- When an unread notification took up its last further change; null: it has only the one it was created with.
alter table notifications add column merged_at timestamptz;
