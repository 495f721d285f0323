-- the version of each file, by its id, in whose coordinates and GlobalIds a viewpoint is; files that are missing: not known
alter table issue_viewpoints add column model_versions jsonb;
