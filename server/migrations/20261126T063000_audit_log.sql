-- What people did to accounts, rights and data, by company. Only ever added to: each entry is chained to the one before it.
create table audit_log (
  team_id uuid not null references teams (id) on delete cascade,
  seq bigint not null,
  at timestamptz(3) not null,
  -- without references: an entry stays when the person or the project is gone
  by_user_id uuid,
  person_id uuid,
  project_id uuid,
  -- not limited to the kinds of this version: an older server runs beside a newer one during an upgrade
  kind text not null,
  data jsonb not null,
  -- SHA-256 of the hash before it and of the entry
  hash bytea not null,
  primary key (team_id, seq)
);
create index audit_log_by on audit_log (by_user_id, team_id, seq);
create index audit_log_person on audit_log (person_id, team_id, seq);
create index audit_log_kind on audit_log (team_id, kind, seq);
create index audit_log_at on audit_log (team_id, at);

-- The end of each company's log; whoever adds to it holds this row.
create table audit_chains (
  team_id uuid primary key references teams (id) on delete cascade,
  seq bigint not null,
  hash bytea not null
);

-- Addresses and devices. An entry holds only the salted SHA-256 of them, so that they can be erased.
create table audit_details (
  team_id uuid not null,
  seq bigint not null,
  at timestamptz(3) not null,
  user_id uuid references users (id) on delete cascade,
  email text,
  salt text not null,
  details jsonb not null,
  primary key (team_id, seq),
  foreign key (team_id, seq) references audit_log (team_id, seq) on delete cascade
);
create index audit_details_user on audit_details (user_id);
create index audit_details_email on audit_details (lower(email)) where email is not null;
create index audit_details_at on audit_details (at);

create function keep_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from teams where id = old.team_id) then
    return old;
  end if;
  raise exception 'the audit log is only ever added to';
end $$;
create trigger audit_log_kept before update or delete on audit_log
  for each row execute function keep_audit_log();
create trigger audit_log_kept_whole before truncate on audit_log
  for each statement execute function keep_audit_log();
