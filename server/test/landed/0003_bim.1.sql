create table bim_file_headers (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  name text not null,
  type_of text not null check (type_of in ('MODEL', 'DRAWING', 'POINT_CLOUD', 'REFERENCE')),
  trade text not null check (trade in ('ARCHITECTURE', 'STRUCTURE', 'HVAC', 'PLUMBING', 'ELECTRICAL', 'FIRE_PROTECTION', 'ICT_LOW_VOLTAGE', 'FACADE', 'INTERIOR_FITOUT', 'VERTICAL_TRANSPORT', 'CIVIL_SITE', 'LANDSCAPE', 'GENERAL')),
  level_id uuid references levels (id) on delete set null,
  section_id uuid references sections (id) on delete set null,
  last_version integer not null default 0,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index bim_file_headers_project on bim_file_headers (project_id);

create table bim_file_variants (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  header_id uuid not null references bim_file_headers (id) on delete cascade,
  version integer not null,
  file_name text not null,
  size_bytes bigint not null,
  declared_sha256 text,
  sha256 text,
  blob_key text,
  state text not null check (state in ('UPLOADING', 'QUEUED', 'PROCESSING', 'COMPLETED', 'FAILED', 'STOPPED')),
  stage text check (stage in ('VALIDATE', 'PARSE', 'GEOMETRY', 'INDEX', 'TILES', 'DIFF', 'CHECK')),
  progress integer not null default 0,
  error jsonb,
  ifc_schema text,
  counts jsonb,
  warnings jsonb not null default '[]',
  not_shown integer not null default 0,
  cde_state text not null default 'SHARED' check (cde_state in ('WIP', 'SHARED', 'PUBLISHED', 'ARCHIVED')),
  artefacts_key text,
  -- raised by every try; results of an older one are ignored
  attempt integer not null default 0,
  crashes integer not null default 0,
  -- convert although the result is known
  forced boolean not null default false,
  heartbeat_at timestamptz,
  started_at timestamptz,
  queued_at timestamptz,
  processed_at timestamptz,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (header_id, version)
);
create index bim_file_variants_project on bim_file_variants (project_id);
create index bim_file_variants_waiting on bim_file_variants (queued_at) where state = 'QUEUED';
create index bim_file_variants_running on bim_file_variants (heartbeat_at) where state = 'PROCESSING';
