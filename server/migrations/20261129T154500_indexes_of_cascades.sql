-- Rows whose parents are deleted by thousands with a project or an issue: without an index each parent reads the whole table.
create index issue_comments_viewpoint on issue_comments (viewpoint_id) where viewpoint_id is not null;
create index issues_level on issues (level_id) where level_id is not null;
create index issues_section on issues (section_id) where section_id is not null;
-- The views of a person, who takes them along or deletes the account.
create index issue_viewpoints_person on issue_viewpoints (created_by, id);
