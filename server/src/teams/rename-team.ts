import type * as api from '@plumbline/contract/teams/teams'
import type { Input, TeamCtx } from '../context.ts'
import { setFields } from './update-team.ts'

export const renameTeam = (ctx: TeamCtx, { body }: Input<typeof api.renameTeam>) =>
  setFields(ctx, { name: body.company_name })
