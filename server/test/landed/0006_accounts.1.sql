alter table users add column preferences jsonb not null default '{}';

-- A change of address that waits for both mails to be answered; asking again replaces it.
create table email_changes (
  user_id uuid primary key references users (id) on delete cascade,
  email text not null,
  old_code_hash text not null unique,
  new_code_hash text not null unique,
  old_confirmed boolean not null default false,
  new_confirmed boolean not null default false,
  expires_at timestamptz not null
);

-- Two-step sign-in. The secret is encrypted with a key derived from the server's own.
create table user_totp (
  user_id uuid primary key references users (id) on delete cascade,
  secret text not null,
  is_confirmed boolean not null default false,
  -- the time step of the last code that was accepted: no code works twice
  last_step bigint not null default 0
);

-- Only hashes, and only of those that are not used up.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  credential_id text not null unique,
  -- COSE key, base64url
  public_key text not null,
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What a passkey is asked to sign, once: for a session that adds one, or for a browser that signs in.
create table passkey_challenges (
  id uuid primary key,
  session_id uuid references sessions (id) on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_expires on passkey_challenges (expires_at);

create sequence contact_message_numbers;
create table contact_messages (
  id uuid primary key,
  reference text not null unique,
  name text not null,
  email text not null,
  company text not null default '',
  phone text not null default '',
  topic text not null check (topic in ('SALES', 'SUPPORT', 'BILLING', 'BUG', 'FEATURE', 'PRIVACY')),
  message text not null,
  project_id uuid,
  page_url text,
  user_id uuid references users (id) on delete set null,
  created_at timestamptz not null default now()
);

alter table mails add column reply_to text;
