-- What companies are subscribed to, how they pay, and what they were invoiced.

-- What the plan says of the company's seats (null: no limit) and from when on writes are refused because nobody pays
-- (null: not). Kept beside the company by `billing`, so that whoever asks needs no more than its row.
alter table teams
  add column seat_limit integer check (seat_limit >= 0),
  add column blocks_at timestamptz;

-- Terms that partners give to those who sign up with their code.
create table signup_codes (
  id uuid primary key,
  code text not null,
  partner_name text not null,
  plan_slug text not null check (plan_slug in ('team', 'business')),
  trial_days integer not null check (trial_days between 1 and 730),
  discount_percent integer not null check (discount_percent between 0 and 100),
  max_redemptions integer check (max_redemptions > 0),
  redeemed integer not null default 0 check (redeemed >= 0 and (max_redemptions is null or redeemed <= max_redemptions)),
  expires_at timestamptz,
  created_at timestamptz not null default now()
);
-- people type it
create unique index signup_codes_code on signup_codes (upper(code));

-- One redemption serves one company: taken by a person at sign-up, it is that of the company they found.
create table signup_redemptions (
  id uuid primary key,
  code_id uuid not null references signup_codes (id),
  user_id uuid references users (id) on delete set null,
  team_id uuid unique references teams (id),
  created_at timestamptz not null default now()
);
create index signup_redemptions_user on signup_redemptions (user_id) where team_id is null;

-- One for each company. What it is at an instant follows from the instants in it (`billing/rules.ts`), so that nothing
-- depends on when a job ran.
create table subscriptions (
  team_id uuid primary key references teams (id) on delete cascade,
  slug text not null check (slug in ('free', 'team', 'business', 'enterprise')),
  currency text not null default 'EUR' check (currency in ('EUR', 'USD', 'GBP', 'CHF')),
  "interval" text not null default 'MONTH' check ("interval" in ('MONTH', 'YEAR')),
  -- paid for; 0 of those that are not paid by the seat, and in a trial
  seats integer not null default 0 check (seats >= 0),
  trial_ends_at timestamptz,
  extended_at timestamptz,
  -- when the first period of these began, whose day of the month the others keep
  anchored_at timestamptz,
  period_start timestamptz,
  period_end timestamptz,
  cancels_at timestamptz,
  -- what the next period begins with, when that is less
  next jsonb,
  -- when the oldest open invoice is or was due
  unpaid_at timestamptz,
  -- over for good; a trial or a cancellation is over at its instant, too
  ended_at timestamptz,
  code_id uuid references signup_codes (id),
  discount_percent integer not null default 0 check (discount_percent between 0 and 100),
  -- said already: that the trial is about to end, which state was told last
  trial_reminded_at timestamptz,
  told_status text check (told_status in ('TRIALING', 'ACTIVE', 'PAST_DUE', 'CANCELLED', 'EXPIRED')),
  -- of a provider elsewhere: its names, a payment that waits to be confirmed, the invoice to come, and who is changing
  -- it at present
  customer_id text unique,
  subscription_id text unique,
  confirm jsonb,
  upcoming jsonb,
  lease_key uuid,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  check ((period_start is null) = (period_end is null)),
  check (period_start < period_end)
);
-- for the job that renews and reminds
create index subscriptions_period on subscriptions (period_end) where ended_at is null;
create index subscriptions_trial on subscriptions (trial_ends_at) where ended_at is null;
create index subscriptions_unpaid on subscriptions (unpaid_at) where unpaid_at is not null;
create index subscriptions_lease on subscriptions (lease_until) where lease_until is not null;

-- Who invoices are made out to; a company without a row has its name and its owner's address.
create table billing_infos (
  team_id uuid primary key references teams (id) on delete cascade,
  name text not null,
  email text not null,
  address text not null,
  postal_code text not null,
  city text not null,
  country text,
  tax_id text
);

create table payment_methods (
  team_id uuid not null references teams (id) on delete cascade,
  payment_method_id text not null,
  kind text not null check (kind in ('CARD', 'SEPA_DEBIT', 'INVOICE')),
  brand text not null,
  last4 text,
  expires text,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (team_id, payment_method_id)
);
create unique index payment_methods_one_default on payment_methods (team_id) where is_default;

-- The last number given in each year: the row is held until the invoice is there, so none is left out.
create table invoice_numbers (
  year integer primary key,
  last integer not null
);

-- Invoices outlive companies: the law wants them kept. Those who were closed have no other reader.
create table invoices (
  id uuid primary key,
  team_id uuid not null references teams (id),
  provider text not null check (provider in ('builtin', 'stripe')),
  -- the one of the provider elsewhere
  provider_id text unique,
  number text unique,
  state text not null check (state in ('OPEN', 'PAID', 'VOID', 'UNCOLLECTIBLE')),
  currency text not null check (currency in ('EUR', 'USD', 'GBP', 'CHF')),
  lines jsonb not null,
  subtotal bigint not null,
  tax_percent double precision,
  reverse_charge boolean not null,
  tax bigint not null,
  total bigint not null,
  -- as they were when it was issued; null: the provider's document says it
  seller jsonb,
  buyer jsonb,
  locale text not null,
  issued_at timestamptz,
  due_at timestamptz,
  paid_at timestamptz,
  mailed_at timestamptz,
  due_reminded_at timestamptz,
  created_at timestamptz not null default now(),
  check (total = subtotal + tax)
);
create index invoices_team on invoices (team_id, issued_at desc);
create index invoices_open on invoices (due_at) where state = 'OPEN';
create index invoices_unmailed on invoices (issued_at) where mailed_at is null and provider = 'builtin';

-- What was issued stays as it was: only what happened to it since is added.
create function keep_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.provider = 'builtin' then
    raise exception 'an invoice is kept';
  end if;
  if tg_op = 'UPDATE' and old.provider = 'builtin' and
    (new.team_id, new.provider, new.number, new.currency, new.lines, new.subtotal, new.tax_percent, new.reverse_charge,
      new.tax, new.total, new.seller, new.buyer, new.locale, new.issued_at, new.due_at)
    is distinct from
    (old.team_id, old.provider, old.number, old.currency, old.lines, old.subtotal, old.tax_percent, old.reverse_charge,
      old.tax, old.total, old.seller, old.buyer, old.locale, old.issued_at, old.due_at) then
    raise exception 'an invoice is not changed';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger invoice_kept before update or delete on invoices
  for each row execute function keep_invoice();

create table payments (
  id uuid primary key,
  team_id uuid not null references teams (id),
  invoice_id uuid references invoices (id),
  provider_id text unique,
  at timestamptz not null,
  amount bigint not null,
  currency text not null check (currency in ('EUR', 'USD', 'GBP', 'CHF')),
  state text not null check (state in ('PENDING', 'PAID', 'FAILED', 'REFUNDED')),
  method text not null,
  problem text
);
create index payments_team on payments (team_id, at desc);
create index payments_invoice on payments (invoice_id);

-- A file that goes with a mail: invoices.
alter table mails
  add column attachment bytea,
  add column attachment_name text;
