-- Words are searched in one project at a time. An index of the words alone finds those of all projects, whose rows are then
-- read to be dropped: a search in a small project took as long as in the largest one. This one has words with their project.
create function words_in_project(project uuid, words tsvector) returns tsvector
  language sql immutable parallel safe as $$
  select array_to_tsvector(array(select right(project::text, 12) || word from unnest(tsvector_to_array(words)) word))
$$;
create index issue_words_in_project on issue_words using gin (words_in_project(project_id, words));
