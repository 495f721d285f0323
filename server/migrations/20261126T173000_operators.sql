-- People who administer the server at /admin. Only `npm run operator -- operators` writes this table.
create table operators (
  user_id uuid primary key references users (id) on delete cascade,
  added_at timestamptz not null default now()
);

-- What operators did. People are named by id only, so nothing has to be erased with an account; null: at the machine.
create table operator_log (
  seq bigserial primary key,
  at timestamptz not null,
  by_user_id uuid,
  kind text not null,
  person_id uuid,
  data jsonb not null default '{}'
);
create index operator_log_by on operator_log (by_user_id, seq);
create index operator_log_person on operator_log (person_id, seq);

alter table users
  add column locked_at timestamptz,
  add column signed_in_at timestamptz;

-- The search of people: prefixes of address, whole name and last name.
create index users_email_prefix on users (lower(email) text_pattern_ops);
create index users_name_prefix on users (lower(first_name || ' ' || last_name) text_pattern_ops);
create index users_last_name_prefix on users (lower(last_name) text_pattern_ops);
