-- Answers of writes that were sent with an Idempotency-Key, for repeating them. Keys are kept as hashes, answers encrypted
-- with a key that the hash does not give: some carry cookies or tokens.
create table idempotency_keys (
  -- the nil UUID for calls without a session
  caller uuid not null,
  key_hash bytea not null,
  request_hash bytea not null,
  -- null only inside the transaction of the write
  answer text,
  created_at timestamptz not null default now(),
  primary key (caller, key_hash)
);
create index idempotency_keys_created on idempotency_keys (created_at);
