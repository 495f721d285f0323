alter table teams
  add column picture_id uuid,
  -- members and pending invitations; null for no limit
  add column max_team_size integer check (max_team_size between 1 and 100000),
  -- a closed company: it has no members any more, its projects are in the trash
  add column deleted_at timestamptz;

alter table projects
  add column code text not null default '',
  add column deleted_by_name text;
create index projects_trash on projects (deleted_at) where deleted_at is not null;

create table team_invites (
  id uuid primary key,
  team_id uuid not null references teams (id) on delete cascade,
  email text not null,
  role text not null check (role in ('MEMBER', 'ADMIN')),
  state text not null default 'PENDING' check (state in ('PENDING', 'APPROVED', 'REJECTED', 'CANCELLED', 'EXPIRED')),
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- a PENDING one counts as EXPIRED from then on
  expires_at timestamptz not null
);
create unique index team_invites_one_pending on team_invites (team_id, lower(email)) where state = 'PENDING';
create index team_invites_email on team_invites (lower(email));

create table project_invites (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  email text not null,
  role text not null check (role in ('OWNER', 'PROJECT_MANAGER', 'ARCHITECT', 'STRUCTURAL_ENGINEER', 'MEP_ENGINEER', 'BIM_COORDINATOR', 'GENERAL_CONTRACTOR', 'SITE_MANAGER', 'SUBCONTRACTOR', 'QUALITY_SAFETY', 'SURVEYOR', 'FACILITY_MANAGER', 'OTHER')),
  permission_level text not null check (permission_level in ('VIEWER', 'CONTRIBUTOR', 'EDITOR', 'ADMIN')),
  message text not null default '',
  state text not null default 'PENDING' check (state in ('PENDING', 'APPROVED', 'REJECTED', 'CANCELLED', 'EXPIRED')),
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- a PENDING one counts as EXPIRED from then on
  expires_at timestamptz not null
);
create unique index project_invites_one_pending on project_invites (project_id, lower(email)) where state = 'PENDING';
create index project_invites_email on project_invites (lower(email));

create table access_requests (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- the company for which the person asks
  team_id uuid references teams (id) on delete set null,
  role text not null check (role in ('OWNER', 'PROJECT_MANAGER', 'ARCHITECT', 'STRUCTURAL_ENGINEER', 'MEP_ENGINEER', 'BIM_COORDINATOR', 'GENERAL_CONTRACTOR', 'SITE_MANAGER', 'SUBCONTRACTOR', 'QUALITY_SAFETY', 'SURVEYOR', 'FACILITY_MANAGER', 'OTHER')),
  permission_level text check (permission_level in ('VIEWER', 'CONTRIBUTOR', 'EDITOR', 'ADMIN')),
  state text not null default 'PENDING' check (state in ('PENDING', 'APPROVED', 'REJECTED', 'CANCELLED')),
  message text not null default '',
  reason text not null default '',
  created_at timestamptz not null default now(),
  decided_by uuid references users (id) on delete set null,
  decided_at timestamptz
);
create unique index access_requests_one_pending on access_requests (project_id, user_id) where state = 'PENDING';
create index access_requests_user on access_requests (user_id);

-- The live code of a project: eight characters of Crockford's base 32. It only allows its holder to ask.
create table access_codes (
  project_id uuid primary key references projects (id) on delete cascade,
  code text not null unique,
  created_at timestamptz not null default now()
);
insert into access_codes (project_id, code)
select p.id, (
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(p.bytes, i) & 31), 1), '')
  from unnest(array[0, 1, 2, 3, 4, 5, 10, 11]) as i)
from (select id, uuid_send(gen_random_uuid()) as bytes from projects) p;

-- Who has looked a project up by which code, and when last: the right to ask for access lasts a day.
create table code_lookups (
  user_id uuid not null references users (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  code text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, project_id)
);

-- Names of levels are unique from now on; those that are not get a number.
update levels set name = left(levels.name, 110) || ' (' || twins.n || ')'
from (select id, row_number() over (partition by project_id, lower(name) order by elevation_m, id) as n from levels) twins
where twins.id = levels.id and twins.n > 1;
create unique index levels_name on levels (project_id, lower(name));
create unique index sections_name on sections (project_id, lower(name));
