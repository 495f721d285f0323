import type * as api from '@plumbline/contract/bim/bim'
import type { Input, ProjectCtx } from '../context.ts'
import { listLevelProposals } from './level-proposals.ts'

export const proposedLevels = (ctx: ProjectCtx, _input: Input<typeof api.proposedLevels>) =>
  listLevelProposals(ctx)
