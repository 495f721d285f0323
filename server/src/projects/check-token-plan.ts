import { checkPlanFeature } from '../billing/plan-limits.ts'
import type { UserCtx } from '../context.ts'
import { getLevelsByProject } from './project-roles.ts'

/**
 * Checks that a plan includes API tokens: the plan of the project's company or, for a token without a project, of any
 * company that the user belongs to or works for.
 */
export async function checkTokenPlan(ctx: UserCtx, projectId: string | null): Promise<void> {
  if (ctx.config.billing.provider === 'none') return
  const { user_id } = ctx.actor
  const projects = projectId ? [projectId] : [...(await getLevelsByProject(ctx.tx, user_id)).keys()]
  const owners =
    projects.length === 0
      ? []
      : await ctx.tx.selectFrom('projects').select('team_id').distinct().where('id', 'in', projects).execute()
  const own = projectId
    ? []
    : await ctx.tx.selectFrom('team_members').select('team_id').where('user_id', '=', user_id).execute()
  await checkPlanFeature(
    ctx,
    'api_tokens',
    [...owners, ...own].map(({ team_id }) => team_id),
  )
}
