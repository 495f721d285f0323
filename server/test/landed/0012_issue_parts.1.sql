-- What one issue consists of beside its fields, and the log of everything that happened to a project's issues.
alter table issues
  -- in the trash: gone for everybody, restorable for 30 days
  add column deleted_at timestamptz,
  add column deleted_by uuid references users (id) on delete set null,
  -- how often it was opened: what was said or photographed in an earlier round proves nothing about this one
  add column round integer not null default 1,
  -- without deleted ones
  add column comments integer not null default 0 check (comments >= 0),
  add column attachments integer not null default 0 check (attachments between 0 and 20);
create index issues_trash on issues (deleted_at) where deleted_at is not null;

alter table issue_viewpoints
  add column created_by uuid references users (id) on delete set null,
  add column markup jsonb,
  -- raised by every drawing
  add column version integer not null default 1;
update issue_viewpoints v set created_by = i.created_by from issues i where i.id = v.issue_id;

create table issue_comments (
  id uuid primary key,
  issue_id uuid not null references issues (id) on delete cascade,
  -- '' once it was deleted
  text text not null,
  round integer not null,
  attachment_ids uuid[] not null default '{}',
  viewpoint_id uuid references issue_viewpoints (id) on delete set null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz
);
create index issue_comments_issue on issue_comments (issue_id, created_at);
create index issue_comments_person on issue_comments (created_by);

create table issue_attachments (
  id uuid primary key,
  issue_id uuid not null references issues (id) on delete cascade,
  name text not null,
  -- media type, by content
  type text not null,
  size bigint not null,
  kind text not null check (kind in ('PHOTO', 'FILE')),
  width integer,
  height integer,
  markup jsonb,
  -- raised by every drawing
  version integer not null default 1,
  -- as the camera wrote it, without a zone when it wrote none
  taken_at text,
  taken_place jsonb,
  sha256 text not null,
  round integer not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index issue_attachments_issue on issue_attachments (issue_id, created_at);
create index issue_attachments_person on issue_attachments (created_by);

-- One row for a pair, the smaller id first.
create table issue_relations (
  a_id uuid not null references issues (id) on delete cascade,
  b_id uuid not null references issues (id) on delete cascade,
  primary key (a_id, b_id),
  check (a_id < b_id)
);
create index issue_relations_other on issue_relations (b_id);

-- Ascending by commit within a project: what comes after a seq that one knows is everything that one missed.
create table issue_log (
  project_id uuid not null references projects (id) on delete cascade,
  seq bigint not null,
  -- without a reference, as that to the person: what was done stays when they are gone
  issue_id uuid not null,
  at timestamptz(3) not null,
  by_user_id uuid,
  kind text not null check (kind in ('CREATED', 'CHANGED', 'DELETED', 'RESTORED', 'COMMENTED', 'COMMENT_EDITED', 'COMMENT_DELETED', 'ATTACHED', 'DETACHED', 'MARKED_UP', 'VIEW_ADDED', 'VIEW_REMOVED', 'PLACED', 'UNPLACED', 'RELATED', 'UNRELATED')),
  data jsonb not null,
  bulk_id uuid,
  -- SHA-256 of the hash before it and of the entry
  hash bytea not null,
  primary key (project_id, seq)
);
create index issue_log_issue on issue_log (project_id, issue_id, seq);
create index issue_log_bulk on issue_log (project_id, bulk_id, seq) where bulk_id is not null;

-- The end of each project's log; whoever adds to it holds this row.
create table issue_chains (
  project_id uuid primary key references projects (id) on delete cascade,
  seq bigint not null,
  hash bytea not null
);

create function keep_issue_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from projects where id = old.project_id) then
    return old;
  end if;
  raise exception 'the log of issues is only ever added to';
end $$;
create trigger issue_log_kept before update or delete on issue_log
  for each row execute function keep_issue_log();
create trigger issue_log_kept_whole before truncate on issue_log
  for each statement execute function keep_issue_log();
