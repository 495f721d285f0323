-- 0012_issue_parts was edited after it had landed, twice. The bytes of attachments lay under their ids at first.
do $$ begin
  if not exists (select from information_schema.columns
    where table_schema = current_schema() and table_name = 'issue_attachments' and column_name = 'blob_id')
  then
    alter table issue_attachments add column blob_id uuid;
    update issue_attachments set blob_id = id;
    alter table issue_attachments alter column blob_id set not null;
  end if;
end $$;
alter table issue_attachments add column if not exists has_original boolean not null default true;
create index if not exists issue_log_person on issue_log (project_id, by_user_id, seq);
create index if not exists issue_log_at on issue_log (project_id, at);
