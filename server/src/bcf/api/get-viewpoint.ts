import type { BcfApiVersion } from '@plumbline/contract/bcf/api-version'
import type { ProjectCtx } from '../../context.ts'
import type { AuthorizationQuery } from './topics.ts'
import { getViewpointReply, type ViewpointInput } from './viewpoints.ts'

export const getViewpoint =
  (version: BcfApiVersion) =>
  (ctx: ProjectCtx, { params, query }: ViewpointInput & { query: AuthorizationQuery }) =>
    getViewpointReply(ctx, { params }, version, query)
