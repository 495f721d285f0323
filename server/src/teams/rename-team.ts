import type * as api from '@plumbline/contract/teams/teams'
import type { Input, TeamCtx } from '../context.ts'
import { updateTeamFields } from './update-team.ts'

export const renameTeam = (ctx: TeamCtx, { body }: Input<typeof api.renameTeam>) =>
  updateTeamFields(ctx, { name: body.company_name })
