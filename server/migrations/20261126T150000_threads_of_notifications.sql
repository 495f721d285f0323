-- Notifications of one issue, conversation, file or invitation are one entry of the list; an entry can be snoozed.
alter table notifications
  -- what it is about; a notification about nothing that others could be about is alone
  add column group_key text generated always as (case
    when payload ? 'chat_id' then 'chat:' || (payload->>'chat_id')
    when payload ? 'issue_number' and project_id is not null
      then 'issue:' || project_id::text || ':' || (payload->>'issue_number')
    when type = 'USER_INVITED_TO_PROJECT' and project_id is not null then 'invite:' || project_id::text
    when payload ? 'bim_file_header_id' then 'file:' || (payload->>'bim_file_header_id')
    else id::text end) stored,
  -- hidden and not counted until then
  add column snoozed_until timestamptz,
  -- when it came back from a snooze
  add column returned_at timestamptz,
  -- its place in the list
  add column shown_at timestamptz generated always as (coalesce(returned_at, created_at)) stored,
  -- when the person acknowledged it: undo takes back one act
  add column acknowledged_at timestamptz;
create index notifications_shown on notifications (user_id, shown_at desc, id desc)
  where in_app and snoozed_until is null;
create index notifications_group on notifications (user_id, group_key, shown_at desc, id desc)
  include (state) where in_app and snoozed_until is null;
create index notifications_snoozed on notifications (user_id, group_key) where snoozed_until is not null;
create index notifications_return on notifications (snoozed_until) where snoozed_until is not null;
create index notifications_undo on notifications (user_id, acknowledged_at) where acknowledged_at is not null;
-- old and new assignee of a change, whose names go with their accounts
create index notifications_assignee_from on notifications ((payload->>'assignee_from_id')) where payload ? 'assignee_from_id';
create index notifications_assignee_to on notifications ((payload->>'assignee_to_id')) where payload ? 'assignee_to_id';

-- Issues that a person is told nothing about, unless assigned or mentioned.
create table issue_mutes (
  user_id uuid not null references users (id) on delete cascade,
  issue_id uuid not null references issues (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, issue_id)
);
create index issue_mutes_issue on issue_mutes (issue_id);

-- when a pending invitation was accepted, declined or cancelled
alter table project_invites add column decided_at timestamptz;
