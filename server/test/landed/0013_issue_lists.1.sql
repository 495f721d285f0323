-- Many issues: what their lists, searches and statistics need, and changes of many at once.

-- ALL: contributors see what all see; OWN_COMPANY: what their own company wrote, and what they have to do with
alter table projects add column contributor_issue_scope text not null default 'ALL'
  check (contributor_issue_scope in ('ALL', 'OWN_COMPANY'));

-- by whom rather than by issue: whose hidden issues somebody sees, and the filter of watchers
create index issue_watchers_user on issue_watchers (user_id);

alter table issues
  -- how often it was taken up again after it had been resolved
  add column reopened integer not null default 0,
  -- since when nothing is to be done on it; null while something is
  add column done_at timestamptz;

update issues set done_at = coalesce(least(resolved_at, closed_at), updated_at)
  where status not in ('OPEN', 'IN_PROGRESS', 'REOPENED');
update issues set reopened = 1 where status = 'REOPENED';

create function follow_issue_status() returns trigger language plpgsql as $$
begin
  if new.status in ('OPEN', 'IN_PROGRESS', 'REOPENED') then
    new.done_at := null;
  elsif new.done_at is null then
    new.done_at := coalesce(least(new.resolved_at, new.closed_at), new.updated_at);
  end if;
  if tg_op = 'UPDATE' and new.status = 'REOPENED' and old.status <> 'REOPENED' then
    new.reopened := old.reopened + 1;
  end if;
  return new;
end $$;
create trigger issue_status_followed before insert or update of status on issues
  for each row execute function follow_issue_status();

-- Words of title, description and comments, each once and without a dictionary: whatever is neither letter nor digit
-- separates them (server/src/issues/lists/words.ts splits what is searched for in the same way). A table of its own:
-- most changes of an issue are not of its words.
create table issue_words (
  issue_id uuid primary key references issues (id) on delete cascade,
  project_id uuid not null,
  number integer not null,
  words tsvector not null
);
create index issue_words_found on issue_words using gin (words);

create function gather_issue_words(ids uuid[]) returns void language sql as $$
  insert into issue_words (issue_id, project_id, number, words)
  select i.id, i.project_id, i.number, array_to_tsvector(array(
    select distinct left(word, 100)
    from regexp_split_to_table(lower(left(concat_ws(' ', i.name, i.description, (
      select string_agg(c.text, ' ' order by c.created_at desc) from issue_comments c
      where c.issue_id = i.id and c.deleted_at is null)), 200000)),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+') as word
    where word <> ''))
  from issues i where i.id = any (ids)
  on conflict (issue_id) do update set words = excluded.words
$$;

create function gather_words_of_new_issues() returns trigger language plpgsql as $$
begin
  perform gather_issue_words(array(select id from changed));
  return null;
end $$;
create function gather_words_of_changed_issues() returns trigger language plpgsql as $$
begin
  perform gather_issue_words(array(select n.id from changed n join previous o on o.id = n.id
    where n.name <> o.name or n.description <> o.description));
  return null;
end $$;
create function gather_words_of_comments() returns trigger language plpgsql as $$
begin
  perform gather_issue_words(array(select distinct issue_id from changed));
  return null;
end $$;
create trigger issue_words_of_new after insert on issues
  referencing new table as changed for each statement execute function gather_words_of_new_issues();
create trigger issue_words_of_changed after update on issues
  referencing old table as previous new table as changed
  for each statement execute function gather_words_of_changed_issues();
create trigger issue_words_of_new_comments after insert on issue_comments
  referencing new table as changed for each statement execute function gather_words_of_comments();
create trigger issue_words_of_changed_comments after update on issue_comments
  referencing new table as changed for each statement execute function gather_words_of_comments();

select gather_issue_words(array(select id from issues));

create table issue_views (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  name text not null,
  is_shared boolean not null,
  query text not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index issue_views_project on issue_views (project_id);

create table issue_templates (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  title text not null,
  fields jsonb not null,
  due_in_days integer
);
create index issue_templates_project on issue_templates (project_id);

-- A change of many issues, kept for a day so that it can be taken back.
create table issue_bulks (
  id uuid primary key,
  project_id uuid not null references projects (id) on delete cascade,
  created_by uuid references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  undone_at timestamptz
);
create index issue_bulks_created on issue_bulks (created_at);
create table issue_bulk_rows (
  bulk_id uuid not null references issue_bulks (id) on delete cascade,
  issue_id uuid not null references issues (id) on delete cascade,
  -- that the change made: another one now means that the issue was changed since
  version integer not null,
  -- the fields that it changed, as they were
  before jsonb not null,
  comment_id uuid,
  primary key (bulk_id, issue_id)
);
create index issue_bulk_rows_issue on issue_bulk_rows (issue_id);
