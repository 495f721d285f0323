-- 0013_issue_lists was edited after it had landed, twice: how the words of issues are gathered, not which.
create or replace function words_of(said text) returns tsvector language sql immutable as $$
  select array_to_tsvector(array(
    select distinct left(word, 100)
    from regexp_split_to_table(lower(left(said, 200000)),
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+') as word
    where word <> ''))
$$;

create or replace function gather_issue_words(ids uuid[]) returns void language sql as $$
  insert into issue_words (issue_id, project_id, number, words)
  select i.id, i.project_id, i.number, words_of(concat_ws(' ', i.name, i.description, (
    select string_agg(c.text, ' ' order by c.created_at desc) from issue_comments c
    where c.issue_id = i.id and c.deleted_at is null)))
  from issues i where i.id = any (ids)
  on conflict (issue_id) do update set words = excluded.words
$$;

create or replace function gather_words_of_new_issues() returns trigger language plpgsql as $$
begin
  perform gather_issue_words(array(select id from changed));
  return null;
end $$;
create or replace function gather_words_of_issue() returns trigger language plpgsql as $$
begin
  perform gather_issue_words(array[new.id]);
  return null;
end $$;
-- New comments only add words, unless there are so many that the oldest must go.
create or replace function add_words_of_comments() returns trigger language plpgsql as $$
begin
  update issue_words w set words = w.words || n.words
  from (select c.issue_id, words_of(string_agg(c.text, ' ')) as words from changed c group by c.issue_id) n
  where w.issue_id = n.issue_id;
  perform gather_issue_words(array(
    select issue_id from issue_words
    where issue_id in (select c.issue_id from changed c) and length(words) > 20000));
  return null;
end $$;
create or replace function gather_words_of_comments() returns trigger language plpgsql as $$
begin
  perform gather_issue_words(array(select distinct issue_id from changed));
  return null;
end $$;
drop trigger if exists issue_words_of_new on issues;
drop trigger if exists issue_words_of_changed on issues;
drop trigger if exists issue_words_of_new_comments on issue_comments;
drop trigger if exists issue_words_of_changed_comments on issue_comments;
create trigger issue_words_of_new after insert on issues
  referencing new table as changed for each statement execute function gather_words_of_new_issues();
create trigger issue_words_of_changed after update of name, description on issues for each row
  when (old.name <> new.name or old.description <> new.description) execute function gather_words_of_issue();
create trigger issue_words_of_new_comments after insert on issue_comments
  referencing new table as changed for each statement execute function add_words_of_comments();
create trigger issue_words_of_changed_comments after update on issue_comments
  referencing new table as changed for each statement execute function gather_words_of_comments();
drop function if exists gather_words_of_changed_issues;
