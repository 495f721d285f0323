-- PostgreSQL planned this statement again for every issue and comment that was written: as a function in SQL before
-- PostgreSQL 18, and since then because the list's length was known to it and a plan for lists of any length seemed dearer.
-- In PL/pgSQL, with the list behind a subquery, the plan is made once per connection.
create or replace function gather_issue_words(ids uuid[]) returns void language plpgsql as $$
begin
  insert into issue_words (issue_id, project_id, number, words)
  select i.id, i.project_id, i.number, words_of(concat_ws(' ', i.name, i.description, (
    select string_agg(c.text, ' ' order by c.created_at desc) from issue_comments c
    where c.issue_id = i.id and c.deleted_at is null)))
  from issues i where i.id = any ((select ids)::uuid[])
  on conflict (issue_id) do update set words = excluded.words;
end $$;
