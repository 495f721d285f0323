import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/projects/projects'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { checkProjectLimit } from '../billing/plan-limits.ts'
import type { Input, UserCtx } from '../context.ts'
import { toJsonb } from '../db/database.ts'
import { publishTeamUpdated } from '../teams/team-members.ts'
import { readTeamVocabulary } from '../teams/team-vocabulary.ts'
import { chooseTeam } from './choose-team.ts'
import { getVisibleProject } from './get-visible-project.ts'
import { getProjectAudience } from './project-audience.ts'

/** Default project code of initials and year: `HS-2026` for “Harbour School”. */
function buildProjectCode(name: string, now: Date): string {
  const initials = [...name.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => [...word][0]).slice(0, 6)
  return [initials.join('').toUpperCase(), now.getUTCFullYear()].filter((part) => part !== '').join('-')
}

/** Settings that a new project copies from its template project. */
async function getTemplateSettings(ctx: UserCtx, templateId: string) {
  const { country, timezone, units, contributor_issue_scope, vocabulary } = await getVisibleProject(
    ctx,
    templateId,
  )
  return { country, timezone, units, contributor_issue_scope, vocabulary: toJsonb(vocabulary) }
}

/** Copies levels, without their IFC storeys, and sections. */
async function copyLevelsAndSections(ctx: UserCtx, templateId: string, projectId: string) {
  await sql`insert into levels (id, project_id, name, elevation_m, "order")
    select gen_random_uuid(), ${projectId}, name, elevation_m, "order" from levels
    where project_id = ${templateId}`.execute(ctx.tx)
  await sql`insert into sections (id, project_id, name, "order", color)
    select gen_random_uuid(), ${projectId}, name, "order", color from sections
    where project_id = ${templateId}`.execute(ctx.tx)
}

export async function createProject(ctx: UserCtx, { body }: Input<typeof api.createProject>) {
  const { user_id } = ctx.actor
  const team_id = await chooseTeam(ctx)
  await checkProjectLimit(ctx, team_id)
  const id = randomUUIDv7()
  const { base_point, code = buildProjectCode(body.name, ctx.now()), template_id, ...own } = body
  const settings = template_id
    ? await getTemplateSettings(ctx, template_id)
    : { vocabulary: toJsonb(await readTeamVocabulary(ctx.tx, team_id)) }
  const fields = { ...settings, ...own }
  await ctx.tx
    .insertInto('projects')
    .values({
      ...fields,
      code,
      id,
      team_id,
      base_point: base_point ? toJsonb(base_point) : null,
      created_by: user_id,
    })
    .execute()
  await ctx.tx
    .insertInto('project_members')
    .values({ project_id: id, user_id, team_id, role: 'PROJECT_MANAGER', permission_level: 'ADMIN' })
    .execute()
  if (template_id) await copyLevelsAndSections(ctx, template_id, id)
  const audience = await getProjectAudience(ctx.tx, id)
  const cause = { kind: 'CREATED', template_id: template_id ?? null } as const
  await ctx.tell('project.created', { project_id: id, data: {}, audience, cause })
  await publishTeamUpdated(ctx, team_id)
  await recordAudit(ctx, { team_id }, { kind: 'PROJECT_CREATED', project_id: id, data: { name: body.name } })
  return getVisibleProject(ctx, id)
}
