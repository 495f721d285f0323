-- The last comparison of rows with stored bytes, by an operator.
create table store_checks (
  id uuid primary key,
  state text not null default 'RUNNING' check (state in ('RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED')),
  with_sums boolean not null,
  started_at timestamptz not null,
  heartbeat_at timestamptz not null,
  ended_at timestamptz,
  -- files that rows name, and bytes read for checksums
  checked bigint not null default 0,
  summed_bytes bigint not null default 0,
  -- stored files that were compared with rows
  listed bigint not null default 0,
  missing bigint not null default 0,
  damaged bigint not null default 0,
  without_row bigint not null default 0,
  without_row_bytes bigint not null default 0,
  -- English sentence of a failed check
  error text
);
create unique index store_checks_running on store_checks (state) where state = 'RUNNING';

-- What it found, in the order of finding, up to a bound.
create table store_check_findings (
  check_id uuid not null references store_checks (id) on delete cascade,
  number integer not null,
  kind text not null check (kind in ('MISSING', 'WRONG_SIZE', 'WRONG_SUM', 'WITHOUT_ROW')),
  key text not null,
  subject text not null,
  size bigint,
  expected_size bigint,
  primary key (check_id, number)
);
