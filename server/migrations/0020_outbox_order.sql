-- The moment of each event instead of its transaction's beginning: of two writes of which one waited for the other, the
-- one that went first is told first.
alter table outbox alter column created_at set default clock_timestamp();
