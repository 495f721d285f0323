-- fields of a project's own for its issues; `choices` is [{id, name, archived}], `initial` the value of new issues
create table custom_fields (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  name text not null,
  kind text not null
    constraint custom_fields_kind check (kind in ('TEXT', 'NUMBER', 'DATE', 'CHOICE', 'PERSON', 'CHECKBOX')),
  choices jsonb not null default '[]',
  initial jsonb,
  required_for text[] not null default '{}',
  "order" integer not null,
  archived boolean not null default false
);
create unique index custom_fields_name on custom_fields (project_id, lower(name)) where not archived;
create index custom_fields_project on custom_fields (project_id);

-- values by field; issues without a value are not in the index, which is what filters of these fields read
alter table issues
  add column custom_fields jsonb not null default '{}'
    constraint issues_custom_fields_object check (jsonb_typeof(custom_fields) = 'object');
create index issues_custom_fields on issues (project_id, number) where custom_fields <> '{}';
