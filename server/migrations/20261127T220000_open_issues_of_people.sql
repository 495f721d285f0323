-- A project's card counts the open issues of the person who looks at it: from the index of all open issues it took as long as
-- counting those.
create index issues_open_assigned on issues (project_id, assignee_id)
  where status in ('OPEN', 'IN_PROGRESS', 'REOPENED') and deleted_at is null;
