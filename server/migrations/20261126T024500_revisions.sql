-- Which element of one version of a file became which element of another one (bim/src/revisions). Runs of elements that
-- kept their order, way and score take a few bytes together.
create table bim_revisions (
  from_variant_id uuid not null references bim_file_variants (id) on delete cascade,
  to_variant_id uuid not null references bim_file_variants (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  header_id uuid not null references bim_file_headers (id) on delete cascade,
  -- of the matching that made it; another one is made anew
  matcher integer not null,
  -- DOUBTFUL: so little was found again that nothing follows until somebody says that it is the right file
  state text not null check (state in ('MATCHED', 'DOUBTFUL', 'CONFIRMED')),
  -- of the older version's elements that were found again, 0 to 1
  share double precision not null,
  -- how the whole model moved: scale, cos, sin, move
  displacement jsonb not null,
  counts jsonb not null,
  -- both gzipped
  matches bytea not null,
  changes bytea not null,
  created_at timestamptz not null default now(),
  primary key (from_variant_id, to_variant_id)
);
create index bim_revisions_to on bim_revisions (to_variant_id);
create index bim_revisions_header on bim_revisions (header_id, state);
alter table bim_revisions alter column matches set storage external;
alter table bim_revisions alter column changes set storage external;

-- What people said about an element that was not found again for certain; null: it is gone.
create table bim_revision_corrections (
  header_id uuid not null references bim_file_headers (id) on delete cascade,
  from_variant_id uuid not null references bim_file_variants (id) on delete cascade,
  to_variant_id uuid not null references bim_file_variants (id) on delete cascade,
  from_guid text not null,
  to_guid text,
  by_user_id uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (from_variant_id, to_variant_id, from_guid)
);
create index bim_revision_corrections_header on bim_revision_corrections (header_id);

-- The version in which the places of the file's issues stand; it follows the current one.
alter table bim_file_headers add column anchored_variant_id uuid references bim_file_variants (id) on delete set null;
update bim_file_headers h set anchored_variant_id = (
  select v.id from bim_file_variants v
  where v.header_id = h.id and v.state = 'COMPLETED' and v.deleted_at is null
  order by v.rank desc, v.version desc limit 1);

alter table issue_anchors
  -- version in which `ifc_guid` and `point` stand; null: that of the creation
  add column placed_version integer,
  -- version for which `state` was decided; null: that of the creation
  add column state_version integer,
  -- how the element was found in that version
  add column found_by text check (found_by in ('GUID', 'TAG', 'NAME', 'PLACE', 'ALIKE', 'TOGETHER', 'NEAREST', 'SIMILAR', 'SPLIT', 'MERGED', 'TREE', 'PERSON')),
  add column score integer,
  -- metres from the place in the version before
  add column moved_m double precision,
  -- elements that it may have become, best first
  add column candidates jsonb not null default '[]',
  -- the place before a person decided, so that it can be taken back
  add column before_review jsonb;

-- told once per version to the people whose issues it concerns
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('BIM_PROCESSING_COMPLETED', 'ISSUE_ASSIGNED', 'PROJECT_MEMBER_ADDED', 'USER_ADDED_TO_PROJECT', 'USER_REMOVED_FROM_PROJECT', 'ISSUE_UNASSIGNED', 'ISSUE_UPDATED', 'ISSUE_DELETED', 'ISSUE_COMMENT_ADDED', 'USER_INVITED_TO_PROJECT', 'USER_JOINED_PROJECT', 'CHAT_MESSAGE', 'PROJECT_DELETED', 'ISSUES_FOLLOWED'));
