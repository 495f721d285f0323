-- Uploads whose bytes lie in the object storage, where every server can continue them. A server adds a piece only if `received`
-- is still what it was when it began, so one that was overtaken by another server adds nothing.
create table uploads (
  id text primary key,
  -- announced bytes
  size bigint not null,
  -- bytes that are stored
  received bigint not null default 0,
  -- names of the pieces in the storage, in order; all but the last have the same size
  pieces text[] not null default '{}',
  changed_at timestamptz not null
);
create index uploads_changed on uploads (changed_at);
