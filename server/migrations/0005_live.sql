-- Events that were told. `seq` is given after commit, in commit order, so that "everything after n" has no gaps.
create table outbox (
  id uuid primary key,
  seq bigint unique,
  type text not null,
  project_id uuid,
  -- {"users": [...]} or {"level": "VIEWER"} of the project
  audience jsonb not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index outbox_unsent on outbox (created_at) where seq is null;
create sequence outbox_seq;

create table notifications (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  project_id uuid references projects (id) on delete set null,
  type text not null check (type in ('BIM_PROCESSING_COMPLETED', 'ISSUE_ASSIGNED', 'PROJECT_MEMBER_ADDED', 'USER_ADDED_TO_PROJECT', 'USER_REMOVED_FROM_PROJECT', 'ISSUE_UNASSIGNED', 'ISSUE_UPDATED', 'ISSUE_DELETED', 'ISSUE_COMMENT_ADDED', 'USER_INVITED_TO_PROJECT', 'USER_JOINED_PROJECT', 'CHAT_MESSAGE', 'PROJECT_DELETED')),
  state text not null default 'NEW' check (state in ('NEW', 'ACKNOWLEDGED')),
  payload jsonb not null,
  created_at timestamptz not null default now()
);
create index notifications_user on notifications (user_id, created_at desc, id);
create index notifications_new on notifications (user_id) where state = 'NEW';

create table chats (
  id uuid primary key,
  kind text not null check (kind in ('PROJECT', 'DIRECT', 'GROUP')),
  project_id uuid unique references projects (id) on delete cascade,
  name text not null default '',
  message_count integer not null default 0,
  created_at timestamptz not null default now()
);

-- Who reads how far. The members of a PROJECT chat are the project's; a row appears when one first reads.
create table chat_members (
  chat_id uuid not null references chats (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  delivered_position integer not null default 0,
  read_position integer not null default 0,
  primary key (chat_id, user_id)
);
create index chat_members_user on chat_members (user_id);

create table chat_messages (
  id uuid primary key,
  chat_id uuid not null references chats (id) on delete cascade,
  -- 1, 2, 3 … in the chat, in the order of created_at
  position integer not null,
  user_id uuid references users (id) on delete set null,
  message text not null,
  is_deleted boolean not null default false,
  created_at timestamptz not null default now(),
  unique (chat_id, position)
);
