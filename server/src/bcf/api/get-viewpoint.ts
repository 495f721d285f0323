import type { BcfApiVersion } from '@plumbline/contract/bcf/api-version'
import type { ProjectCtx } from '../../context.ts'
import type { Asked } from './topics.ts'
import { readViewpoint, type ViewpointRef } from './viewpoints.ts'

export const getViewpoint =
  (version: BcfApiVersion) =>
  (ctx: ProjectCtx, { params, query }: ViewpointRef & { query: Asked }) =>
    readViewpoint(ctx, { params }, version, query)
