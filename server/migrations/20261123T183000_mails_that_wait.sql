-- Mails are tried for three days, whatever happens to the queue and the server.
alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check check (state in ('QUEUED', 'SENT', 'KEPT', 'FAILED'));
alter table mails
  add column attempts integer not null default 0,
  -- when it is tried next, or until when a server is at it
  add column next_at timestamptz,
  -- what the mail server said last
  add column error text;
create index mails_waiting on mails (created_at) where state in ('QUEUED', 'FAILED');
