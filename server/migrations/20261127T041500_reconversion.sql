-- Converter and format of the artefacts, as 'plumbline 4, format 5'. Null: a sweep reads it from the manifest; '': the
-- manifest cannot be read.
alter table bim_file_variants add column converter text;
create index bim_file_variants_unread_converter on bim_file_variants (id)
  where converter is null and artefacts_key is not null;
create index bim_file_variants_converter on bim_file_variants (converter) where state = 'COMPLETED';

-- Artefacts that a later conversion of the same version replaced: pages that were open then read on in them. Without a
-- foreign key, because the row must outlive its version until the files are removed.
create table replaced_artefacts (
  variant_id uuid not null,
  team_id uuid not null,
  artefacts_key text not null,
  replaced_at timestamptz not null,
  primary key (variant_id, artefacts_key)
);
create index replaced_artefacts_folder on replaced_artefacts (team_id, artefacts_key);

-- Work that an operator starts over many things, which are done one after the other in the background.
create table background_runs (
  id uuid primary key,
  kind text not null check (kind in ('RECONVERSION', 'REINDEX')),
  state text not null default 'RUNNING' check (state in ('RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED')),
  -- what it is limited to, with its name; null: the whole server
  scope text check (scope in ('COMPANY', 'PROJECT', 'MODEL')),
  scope_name text,
  started_at timestamptz not null,
  ended_at timestamptz
);
create unique index background_runs_open on background_runs (kind) where state in ('RUNNING', 'PAUSED');

create table background_run_items (
  run_id uuid not null references background_runs (id) on delete cascade,
  -- the order of work
  number integer not null,
  part text not null,
  subject_id uuid not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'SKIPPED', 'FAILED')),
  -- raised by every try; results of an older one are ignored
  attempt integer not null default 0,
  crashes integer not null default 0,
  -- how often it made room for uploads
  yields integer not null default 0,
  heartbeat_at timestamptz,
  ended_at timestamptz,
  -- rows that differed from their sources
  changed bigint not null default 0,
  -- code, message and hint of a failure
  error jsonb,
  primary key (run_id, number)
);
create unique index background_run_items_running on background_run_items (run_id) where state = 'RUNNING';
create index background_run_items_state on background_run_items (run_id, state, number);
