create table markers (
  -- 128 random bits in base64url, as printed
  id text primary key,
  project_id uuid not null references projects (id) on delete cascade,
  level_id uuid references levels (id) on delete set null,
  section_id uuid references sections (id) on delete set null,
  label text not null default '',
  position jsonb not null,
  heading_deg double precision not null default 0,
  normal jsonb not null,
  -- what it was made for by itself: '', or the ids of the level and the section; null when made by hand
  scope text,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index markers_project on markers (project_id) where revoked_at is null;
create unique index markers_scope on markers (project_id, scope) where revoked_at is null and scope is not null;
