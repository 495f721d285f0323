-- what a person reported and has to check, over all projects
create index issues_to_check on issues (created_by) where status = 'RESOLVED' and deleted_at is null;
