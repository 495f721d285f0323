create table views (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  name text not null,
  -- with everybody in the project; else only who made it sees it
  is_shared boolean not null,
  -- in the terms of BCF
  view jsonb not null,
  -- what BCF has no words for: versions, storey, colours by property
  extras jsonb not null,
  snapshot_id uuid,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index views_project on views (project_id, is_shared);
create index views_person on views (created_by);

-- where a file stands in the scene when what it says itself is wrong
create table bim_corrections (
  header_id uuid primary key references bim_file_headers (id) on delete cascade,
  turn_deg double precision not null,
  east_m double precision not null,
  north_m double precision not null,
  height_m double precision not null,
  updated_by uuid references users (id) on delete set null,
  updated_at timestamptz not null default now()
);
