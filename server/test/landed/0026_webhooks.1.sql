-- What a project tells other servers when something happens in it.

create table webhooks (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  url text not null,
  events text[] not null,
  is_active boolean not null default true,
  -- encrypted with a key derived from the server's own, bound to this row
  secret text not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- tries in a row that did not arrive
  failures int not null default 0,
  -- since when nothing has arrived
  failing_since timestamptz,
  -- when the server gave up
  stopped_at timestamptz,
  -- until then it is sent nothing: a server is at it, or it rests after a failure
  held_until timestamptz
);
create index webhooks_project on webhooks (project_id);
create index webhooks_person on webhooks (created_by);

create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  event text not null,
  -- letter by letter what is signed
  body text not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'DELIVERED', 'FAILED')),
  -- that have ended
  attempts int not null default 0,
  next_at timestamptz,
  -- until then a server is sending it
  held_until timestamptz,
  status_code int,
  duration_ms int,
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, created_at);
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, next_at) where state = 'WAITING';
create index webhook_deliveries_finished on webhook_deliveries (finished_at) where state <> 'WAITING';
