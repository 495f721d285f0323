-- Programs that act for people: by tokens that somebody made, and by OAuth 2 after somebody agreed.

-- Only hashes are kept: a token is shown once.
create table api_tokens (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  scope text not null check (scope in ('READ', 'WRITE', 'BCF')),
  -- the one project it reaches; null: whatever the person may see
  project_id uuid references projects (id) on delete cascade,
  token_hash text not null unique,
  -- its last characters, to recognise it by
  ends_with text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  -- null: it does not end by itself
  expires_at timestamptz
);
create index api_tokens_user on api_tokens (user_id);
create index api_tokens_project on api_tokens (project_id);

-- Programs as they introduced themselves; nothing of it was verified.
create table oauth_clients (
  id uuid primary key,
  name text not null,
  description text not null default '',
  url text,
  redirect_uris text[] not null,
  -- null: a program that can keep no secret
  secret_hash text,
  created_at timestamptz not null default now(),
  -- when somebody last agreed
  used_at timestamptz
);
create index oauth_clients_unused on oauth_clients (created_at) where used_at is null;

-- What a person agreed to, until they disconnect the program: all tokens that descend from one code.
create table oauth_grants (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  client_id uuid not null references oauth_clients (id) on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  expires_at timestamptz not null
);
create index oauth_grants_user on oauth_grants (user_id, client_id);
create index oauth_grants_client on oauth_grants (client_id);
create index oauth_grants_expires on oauth_grants (expires_at);

create table oauth_codes (
  code_hash text primary key,
  client_id uuid not null references oauth_clients (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  redirect_uri text not null,
  -- null: a program with a secret may do without
  code_challenge text,
  expires_at timestamptz not null,
  -- what it was exchanged for: shown again, that ends
  grant_id uuid references oauth_grants (id) on delete set null,
  used_at timestamptz
);
create index oauth_codes_client on oauth_codes (client_id);
create index oauth_codes_user on oauth_codes (user_id);
create index oauth_codes_grant on oauth_codes (grant_id);
create index oauth_codes_expires on oauth_codes (expires_at);

create table oauth_tokens (
  token_hash text primary key,
  grant_id uuid not null references oauth_grants (id) on delete cascade,
  kind text not null check (kind in ('ACCESS', 'REFRESH')),
  expires_at timestamptz not null,
  -- of a refresh token: exchanged for the next one; shown again, the whole grant ends
  used_at timestamptz
);
create index oauth_tokens_grant on oauth_tokens (grant_id);
create index oauth_tokens_expires on oauth_tokens (expires_at);
