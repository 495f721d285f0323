-- What is told to whom by which way, and when.

-- In which channels a row goes. One that is not in the application is there for its mail or push only.
alter table notifications
  add column in_app boolean not null default true,
  -- when its mail or push is due; null: none, or it went
  add column mail_at timestamptz,
  add column push_at timestamptz;

drop index notifications_new;
drop index notifications_user;
create index notifications_user on notifications (user_id, created_at desc, id desc) where in_app;
-- the counters: each reads only its own rows
create index notifications_new on notifications (user_id, project_id) where state = 'NEW' and in_app;
create index notifications_acknowledged on notifications (user_id, project_id) where state = 'ACKNOWLEDGED' and in_app;
create index notifications_mail on notifications (mail_at) where mail_at is not null;
create index notifications_push on notifications (push_at) where push_at is not null;
-- unread ones of an issue, which another change of it joins
create index notifications_joined on notifications (user_id, (payload->>'issue_id')) where state = 'NEW' and type = 'ISSUE_UPDATED';

-- At most one unread of a conversation and person: all but the newest are read.
update notifications n set state = 'ACKNOWLEDGED' where type = 'CHAT_MESSAGE' and state = 'NEW' and exists (
  select from notifications o where o.user_id = n.user_id and o.type = n.type and o.state = 'NEW'
    and o.payload->>'chat_id' is not distinct from n.payload->>'chat_id'
    and (o.created_at, o.id) > (n.created_at, n.id));
create unique index notifications_chat on notifications ((payload->>'chat_id'), user_id) where state = 'NEW' and type = 'CHAT_MESSAGE';

-- Whom a row names, to take their name away when their account is deleted.
create index notifications_by on notifications ((payload->>'by_user_id')) where payload ? 'by_user_id';
create index notifications_added on notifications ((payload->>'added_user_id')) where payload ? 'added_user_id';
-- for the sweep
create index notifications_created on notifications (created_at);

create table notification_settings (
  user_id uuid primary key references users (id) on delete cascade,
  -- what differs from the defaults, by type
  types jsonb not null default '{}',
  quiet_from text,
  quiet_to text,
  time_zone text,
  daily_at text not null default '07:00',
  check ((quiet_from is null) = (quiet_to is null))
);

-- Browsers that get pushes, as long as the session lasts in which somebody turned them on.
create table push_devices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  name text not null,
  created_at timestamptz not null default now()
);
create index push_devices_user on push_devices (user_id);
create index push_devices_session on push_devices (session_id);

-- The key pair that push services know this server by: one row, made when it is first needed.
create table push_keys (
  id integer primary key default 1 check (id = 1),
  public_key text not null,
  private_key text not null
);

-- Lines of a mail's head beside its subject: how to unsubscribe.
alter table mails add column headers jsonb;
