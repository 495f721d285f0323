create table users (
  id uuid primary key,
  email text not null,
  password_hash text not null,
  first_name text not null default '',
  last_name text not null default '',
  phone text,
  locale text not null default 'en' check (locale in ('en', 'de', 'fr', 'es')),
  picture_id uuid,
  mandatory_onboarding_passed boolean not null default false,
  onboarding_step integer not null default 1,
  kyc jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  user_agent text not null default '',
  ip text not null default '',
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- One-time codes sent by mail. Only hashes are kept. A new code of a purpose replaces the older ones.
create table mail_codes (
  id uuid primary key,
  purpose text not null check (purpose in ('SIGNUP', 'RESET')),
  email text not null,
  code_hash text not null unique,
  key_hash text,
  key_tries integer not null default 0,
  key_expires_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index mail_codes_email on mail_codes (lower(email), purpose);

create table mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'SENT', 'KEPT')),
  created_at timestamptz not null default now()
);
create index mails_created on mails (created_at);

create table rate_limits (
  key text primary key,
  hits integer not null,
  resets_at timestamptz not null
);
