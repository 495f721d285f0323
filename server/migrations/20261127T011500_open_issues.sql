-- Open issues are counted per project for each person who looks at it: the index has what decides who sees an issue, so
-- that the rows are not read.
create index issues_open on issues (project_id, visibility, team_id, created_by, assignee_id, id)
  where status in ('OPEN', 'IN_PROGRESS', 'REOPENED') and deleted_at is null;
