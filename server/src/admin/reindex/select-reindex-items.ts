import { type RawBuilder, sql } from 'kysely'

interface ReindexLimit {
  team_id?: string | undefined
  project_id?: string | undefined
}

/**
 * SQL: the items of a run in turns of the companies: indexes of models, derived data of a project's issues, and words of
 * conversations. Those between people belong to no project, and are part of a run over the whole server only.
 */
// past visible.ts: ids only
export const selectReindexItems = ({ team_id, project_id }: ReindexLimit): RawBuilder<unknown> => sql`
  select row_number() over (order by turn, team_id)::int as number, part, subject_id from (
    select part, subject_id, team_id, row_number() over (partition by team_id order by part, subject_id) as turn
    from (
      select 'MODEL' as part, (array_agg(v.id order by v.id))[1] as subject_id,
        (array_agg(p.team_id))[1] as team_id, (array_agg(v.project_id))[1] as project_id
      from bim_file_variants v join projects p on p.id = v.project_id
      where v.state = 'COMPLETED' and v.artefacts_key is not null and v.artefacts_team_id is not null
        and (${project_id ?? null}::uuid is null or v.project_id = ${project_id ?? null}::uuid)
      group by v.artefacts_team_id, v.artefacts_key
      union all select 'ISSUES', p.id, p.team_id, p.id from projects p
      union all select 'CHAT', c.id, p.team_id, c.project_id from chats c left join projects p on p.id = c.project_id
    ) parts
    where (${team_id ?? null}::uuid is null or team_id = ${team_id ?? null}::uuid)
      and (${project_id ?? null}::uuid is null or project_id = ${project_id ?? null}::uuid)
  ) items`
