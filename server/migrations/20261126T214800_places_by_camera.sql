-- Issues from BCF whose views show no element: their places are found from the camera by the job `locate`. A row goes when
-- its issue was placed, or when the ray hit nothing; it stays while the project has no model that its file names.
create table issue_camera_places (
  issue_id uuid primary key references issues (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  -- begun so far; an issue whose search ends the worker is given up
  attempts integer not null default 0,
  -- for a model that is not ready: looked at again when one is
  waits boolean not null default false,
  created_at timestamptz not null default now()
);
create index issue_camera_places_project on issue_camera_places (project_id, created_at);

-- FILE: the element that a BCF view selects; CAMERA: where the camera of a view without elements looks; null: chosen by a person
alter table issue_anchors add column located_by text check (located_by in ('FILE', 'CAMERA'));

-- FOLLOWED: a place was followed into another version; LOCATED: a place was found from the camera
alter table issue_log drop constraint issue_log_kind_check;
alter table issue_log add constraint issue_log_kind_check check (kind in ('CREATED', 'CHANGED', 'DELETED', 'RESTORED', 'COMMENTED', 'COMMENT_EDITED', 'COMMENT_DELETED', 'ATTACHED', 'DETACHED', 'MARKED_UP', 'VIEW_ADDED', 'VIEW_REMOVED', 'PLACED', 'UNPLACED', 'RELATED', 'UNRELATED', 'FOLLOWED', 'LOCATED'));
