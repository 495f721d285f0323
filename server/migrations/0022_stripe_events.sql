-- What Stripe said happened to a customer: each event once, until the customer was
-- looked at after it.
create table stripe_events (
  id text primary key,
  type text not null,
  customer_id text not null,
  received_at timestamptz not null,
  handled_at timestamptz
);
create index stripe_events_waiting on stripe_events (customer_id) where handled_at is null;
create index stripe_events_received on stripe_events (received_at);
