-- BCF archives on their way in, and what the other side of an exchange was last told.

create table bcf_imports (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  file_name text not null,
  size_bytes bigint not null,
  state text not null check (state in ('READING', 'READY', 'APPLYING', 'DONE', 'FAILED', 'CANCELLED')),
  progress integer not null default 0,
  version text check (version in ('2.0', '2.1', '3.0')),
  project_name text,
  topics integer not null default 0,
  outcomes jsonb not null default '{}',
  people jsonb not null default '[]',
  warnings jsonb not null default '[]',
  error jsonb,
  -- what becomes of issues that are here already
  known text not null default 'MERGE' check (known in ('MERGE', 'SKIP')),
  -- raised when a worker takes it: late words of an older one change nothing
  attempt integer not null default 0,
  crashes integer not null default 0,
  -- of the worker that has it; null while nobody does
  heartbeat_at timestamptz,
  -- the archive, or pictures taken out of it that no issue has, may still be stored
  has_bytes boolean not null default true,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- of the state
  changed_at timestamptz not null default now()
);
create index bcf_imports_project on bcf_imports (project_id, created_at);
create index bcf_imports_person on bcf_imports (created_by);
create index bcf_imports_waiting on bcf_imports (changed_at) where state in ('READING', 'APPLYING');
create index bcf_imports_bytes on bcf_imports (changed_at) where has_bytes;
-- one at a time for a project
create unique index bcf_imports_running on bcf_imports (project_id) where heartbeat_at is not null;

-- Its topics as they were read; gone when it has ended for a while.
create table bcf_import_topics (
  import_id uuid not null references bcf_imports (id) on delete cascade,
  -- in the file, from 1
  place integer not null,
  guid uuid not null,
  title text not null,
  number integer,
  outcome text not null check (outcome in ('NEW', 'CHANGED', 'SAME', 'CONFLICT', 'DELETED')),
  differences jsonb not null,
  comments integer not null,
  viewpoints integer not null,
  documents integer not null,
  -- server/src/bcf/files/staged.ts says what is in these
  topic jsonb not null,
  stored jsonb,
  is_stored boolean not null default false,
  primary key (import_id, place)
);
create index bcf_import_topics_outcome on bcf_import_topics (import_id, outcome, place);

-- What a file that came in or went out last said of an issue (server/src/bcf/files/bases.ts): a field that is still
-- the same in a file was not changed there.
create table bcf_bases (
  issue_id uuid primary key references issues (id) on delete cascade,
  fields jsonb not null,
  exchanged_at timestamptz not null
);

-- of a comment that came from elsewhere: who wrote it, as the file names them
alter table issue_comments add column bcf jsonb;
