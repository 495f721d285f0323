-- The maintenance of this server, in at most one row. While it is there, writes of everybody but operators are refused
-- and background jobs do not start.
create table maintenance (
  is_on boolean primary key default true check (is_on),
  text text not null,
  -- expected end; null: unknown
  until timestamptz,
  started_at timestamptz not null
);
