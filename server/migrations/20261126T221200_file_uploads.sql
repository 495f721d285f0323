-- Files sent in pieces (tus), kept until a call takes them as its file, at most a day.
create table file_uploads (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  size_bytes integer not null,
  -- when all bytes were stored
  received_at timestamptz,
  created_at timestamptz not null
);
create index file_uploads_user on file_uploads (user_id, created_at);
create index file_uploads_created on file_uploads (created_at);
