-- Two accounts of one person: the account that was given up stays as a row that names the kept one, because the logs,
-- which are never rewritten, name it.
alter table users
  -- the account of its own that this one was merged into; null: an account of its own
  add column merged_into uuid references users (id) on delete cascade,
  add column merged_at timestamptz,
  -- since when no transaction that began before the merge can still write this id
  add column merge_settled_at timestamptz;
create index users_merged on users (merged_into) where merged_into is not null;
create index users_unsettled on users (merged_at) where merged_into is not null and merge_settled_at is null;

-- the conversation under whose key the bytes lie, of files that came from another one; null: this one
alter table chat_files add column folder_chat_id uuid;
create or replace function keep_chat_file_remains() returns trigger language plpgsql as $$
begin
  insert into chat_file_remains (key)
  values ('chats/' || coalesce(old.folder_chat_id, old.chat_id) || '/' || old.blob_id) on conflict do nothing;
  return null;
end $$;

-- MERGED: a person whom the issue names has another id since
alter table issue_log drop constraint issue_log_kind_check;
alter table issue_log add constraint issue_log_kind_check check (kind in ('CREATED', 'CHANGED', 'DELETED', 'RESTORED', 'COMMENTED', 'COMMENT_EDITED', 'COMMENT_DELETED', 'ATTACHED', 'DETACHED', 'MARKED_UP', 'VIEW_ADDED', 'VIEW_REMOVED', 'PLACED', 'UNPLACED', 'RELATED', 'UNRELATED', 'FOLLOWED', 'LOCATED', 'MERGED'));
