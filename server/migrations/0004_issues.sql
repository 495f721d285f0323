create table issues (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  number integer not null,
  name text not null,
  description text not null default '',
  type text not null default 'DEFECT' check (type in ('DEFECT', 'CLASH', 'COORDINATION', 'RFI', 'QUALITY', 'SAFETY', 'CHANGE', 'TASK', 'OTHER')),
  status text not null default 'OPEN' check (status in ('OPEN', 'IN_PROGRESS', 'RESOLVED', 'REOPENED', 'CLOSED', 'VOID')),
  priority text not null default 'MEDIUM' check (priority in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  trade text not null default 'GENERAL' check (trade in ('ARCHITECTURE', 'STRUCTURE', 'HVAC', 'PLUMBING', 'ELECTRICAL', 'FIRE_PROTECTION', 'ICT_LOW_VOLTAGE', 'FACADE', 'INTERIOR_FITOUT', 'VERTICAL_TRANSPORT', 'CIVIL_SITE', 'LANDSCAPE', 'GENERAL')),
  level_id uuid references levels (id) on delete set null,
  section_id uuid references sections (id) on delete set null,
  labels text[] not null default '{}',
  assignee_id uuid references users (id) on delete set null,
  due_date date,
  stage text,
  visibility text not null default 'ALL' check (visibility in ('ALL', 'COMPANY', 'PRIVATE')),
  -- the creator's company when it was created: who sees it with visibility COMPANY
  team_id uuid references teams (id) on delete set null,
  source text not null default 'MANUAL' check (source in ('MANUAL', 'FIELD', 'BCF', 'IDS', 'CLASH', 'CHAT', 'API')),
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_by uuid references users (id) on delete set null,
  updated_at timestamptz not null default now(),
  resolved_by uuid references users (id) on delete set null,
  resolved_at timestamptz,
  closed_by uuid references users (id) on delete set null,
  closed_at timestamptz,
  version integer not null default 1,
  unique (project_id, number)
);
create index issues_updated on issues (project_id, updated_at, id);
create index issues_assignee on issues (project_id, assignee_id);

create table issue_watchers (
  issue_id uuid not null references issues (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (issue_id, user_id)
);

create table issue_anchors (
  id uuid primary key,
  issue_id uuid not null references issues (id) on delete cascade,
  bim_file_header_id uuid not null references bim_file_headers (id) on delete cascade,
  variant_version_at_creation integer not null,
  ifc_guid text,
  ifc_class text,
  element_name text,
  point jsonb not null,
  state text not null default 'ANCHORED' check (state in ('ANCHORED', 'MOVED', 'REMATCHED', 'NEEDS_REVIEW', 'ORPHANED')),
  "order" integer not null
);
create index issue_anchors_issue on issue_anchors (issue_id, "order");
create index issue_anchors_header on issue_anchors (bim_file_header_id, ifc_guid);

create table issue_viewpoints (
  id uuid primary key,
  issue_id uuid not null references issues (id) on delete cascade,
  index integer not null,
  view jsonb not null,
  snapshot_key text,
  snapshot_type text,
  created_at timestamptz not null default now()
);
create index issue_viewpoints_issue on issue_viewpoints (issue_id, index);
