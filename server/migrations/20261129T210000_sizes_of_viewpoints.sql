-- Characters of a viewpoint, which each read of its issue counts: measuring megabytes of views at each read took most of its time.
alter table issue_viewpoints add column view_size integer generated always as (length(view::text)) stored;
