create table teams (
  id uuid primary key,
  name text not null,
  country text,
  members_may_create_projects boolean not null default true,
  created_at timestamptz not null default now()
);

create table team_members (
  team_id uuid not null references teams (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('MEMBER', 'ADMIN', 'OWNER')),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (team_id, user_id)
);
create index team_members_user on team_members (user_id);
create unique index team_members_one_owner on team_members (team_id) where role = 'OWNER';
create unique index team_members_one_default on team_members (user_id) where is_default;

create table projects (
  id uuid primary key,
  team_id uuid not null references teams (id),
  name text not null,
  description text not null default '',
  address text not null default '',
  country text,
  lat double precision,
  lng double precision,
  timezone text not null default 'UTC',
  picture_id uuid,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'ARCHIVED')),
  is_demo boolean not null default false,
  start_date date,
  end_date date,
  units text not null default 'METRIC' check (units in ('METRIC', 'IMPERIAL')),
  crs_epsg integer,
  base_point jsonb,
  true_north_deg double precision not null default 0,
  last_issue_number integer not null default 0,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index projects_team on projects (team_id);

create table project_members (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  team_id uuid references teams (id) on delete set null,
  role text not null check (role in ('OWNER', 'PROJECT_MANAGER', 'ARCHITECT', 'STRUCTURAL_ENGINEER', 'MEP_ENGINEER', 'BIM_COORDINATOR', 'GENERAL_CONTRACTOR', 'SITE_MANAGER', 'SUBCONTRACTOR', 'QUALITY_SAFETY', 'SURVEYOR', 'FACILITY_MANAGER', 'OTHER')),
  permission_level text not null check (permission_level in ('VIEWER', 'CONTRIBUTOR', 'EDITOR', 'ADMIN')),
  created_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);

create table levels (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  name text not null,
  elevation_m double precision not null,
  "order" integer not null,
  ifc_guid text
);
create index levels_project on levels (project_id, elevation_m);

create table sections (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  name text not null,
  "order" integer not null,
  color text not null
);
create index sections_project on sections (project_id, "order");
