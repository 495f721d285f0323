-- What a person keeps about projects for themself: which stand first in the list, and when each was last opened.
create table project_marks (
  project_id uuid not null references projects (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  pinned_at timestamptz,
  visited_at timestamptz,
  primary key (project_id, user_id)
);
create index project_marks_user on project_marks (user_id);
