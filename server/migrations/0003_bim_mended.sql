-- 0003_bim was edited after it had landed. A database that has its first form gets what was added; in any other this
-- changes nothing.
do $$ begin
  if not exists (select from information_schema.columns
    where table_schema = current_schema() and table_name = 'bim_file_variants' and column_name = 'artefacts_team_id')
  then
    alter table bim_file_variants add column artefacts_team_id uuid;
    update bim_file_variants v set artefacts_team_id = p.team_id
    from projects p where p.id = v.project_id and v.artefacts_key is not null;
  end if;
end $$;
