-- What other programs know issues by, and what they say of them that has no column here.

-- GUIDs that an issue and its parts have in BCF, where they are not their ids: one that another project, or another
-- issue, has as an id already, or that is no UUID of a known kind
alter table issues add column bcf_guid uuid;
create unique index issues_bcf_guid on issues (project_id, coalesce(bcf_guid, id));
alter table issue_comments add column bcf_guid uuid;
create unique index issue_comments_bcf_guid on issue_comments (issue_id, coalesce(bcf_guid, id));
alter table issue_viewpoints add column bcf_guid uuid;
create unique index issue_viewpoints_bcf_guid on issue_viewpoints (issue_id, coalesce(bcf_guid, id));

create table issue_bcf (
  issue_id uuid primary key references issues (id) on delete cascade,
  -- server/src/bcf/kept.ts says what is in it
  topic jsonb not null,
  -- the file of its snippet, among the attachments
  snippet_blob_id uuid
);

-- Documents that were sent to a project and belong to no issue yet; with its first reference one becomes an attachment.
create table bcf_documents (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  -- as issue_attachments has them
  blob_id uuid not null,
  name text not null,
  type text not null,
  size bigint not null,
  kind text not null check (kind in ('PHOTO', 'FILE')),
  width integer,
  height integer,
  taken_at text,
  taken_place jsonb,
  sha256 text not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index bcf_documents_project on bcf_documents (project_id, created_at);
create index bcf_documents_person on bcf_documents (created_by);

-- What an entry of the log says in the events of the BCF API: published types, values of ours (`field` says whose).
create function bcf_topic_actions(kind text, data jsonb)
returns table (ord bigint, type text, field text, value jsonb) language sql immutable as $$
  with told as (
    select 0 as ord, f.key as field, null::jsonb as was, f.value as is_now
    from jsonb_each(case when kind = 'CREATED' then data->'fields' end) f
    union all
    select c.ord, c.value->>'field', c.value->'from', c.value->'to'
    from jsonb_array_elements(case when kind = 'CHANGED' then data->'changes' end) with ordinality c (value, ord)
  ), named as (
    select ord, field, nullif(nullif(was, 'null'), '""') as was, nullif(nullif(is_now, 'null'), '""') as is_now
    from told
  )
  select 0, 'topic_created', null, null where kind = 'CREATED'
  union all
  select ord, case
    when field = 'name' then 'title_updated'
    when field in ('status', 'type', 'priority') then field || '_updated'
    when field = 'stage' then case
      when is_now is null then 'stage_removed' when was is null then 'stage_added' else 'stage_updated' end
    else case field when 'assignee_id' then 'assigned_to' else field end
      || case when is_now is null then '_removed' else '_updated' end
    end, field, is_now
  from named
  where field in ('name', 'description', 'status', 'type', 'priority', 'due_date', 'assignee_id', 'stage')
    and (was is not null or is_now is not null)
  union all
  -- what travels as labels: our labels, and one label for each of the rest
  select ord, 'label_removed', field, gone.value
  from named, jsonb_array_elements(case when field = 'labels' then was else jsonb_build_array(was) end) gone
  where field in ('labels', 'trade', 'level_id', 'section_id') and was is not null and was <> '"GENERAL"'
    and not (field = 'labels' and coalesce(is_now, '[]') @> gone.value)
  union all
  select ord, 'label_added', field, new.value
  from named, jsonb_array_elements(case when field = 'labels' then is_now else jsonb_build_array(is_now) end) new
  where field in ('labels', 'trade', 'level_id', 'section_id') and is_now is not null and is_now <> '"GENERAL"'
    and not (field = 'labels' and coalesce(was, '[]') @> new.value)
$$;

create function bcf_comment_actions(kind text, data jsonb)
returns table (ord bigint, type text, value jsonb) language sql immutable as $$
  select 0, 'comment_created', null::jsonb where kind = 'COMMENTED'
  union all
  select 1, 'comment_text_updated', null where kind in ('COMMENTED', 'COMMENT_EDITED') and data ? 'sha256'
  union all
  select 2, case when data->'viewpoint_id' = 'null' then 'viewpoint_removed' else 'viewpoint_updated' end,
    nullif(data->'viewpoint_id', 'null')
  where kind in ('COMMENTED', 'COMMENT_EDITED') and data ? 'viewpoint_id'
$$;
