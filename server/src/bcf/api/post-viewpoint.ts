import type { BcfApiVersion } from '@plumbline/contract/bcf/api-version'
import type { SentViewpoint } from '@plumbline/contract/bcf/api-viewpoints'
import type { ProjectCtx } from '../../context.ts'
import { checkIssueAction } from '../../issues/check-issue-action.ts'
import { attachViewpoint, type StoredViewpoint } from '../../issues/viewpoints.ts'
import { findTopic, holdTopic } from './find.ts'
import { storeSentView } from './store-view.ts'
import { type Ref, readViewpoint } from './viewpoints.ts'

type SentTo = Ref & { body: SentViewpoint }

export const postViewpoint = (version: BcfApiVersion) => ({
  prepare: async (ctx: ProjectCtx, { params, body }: SentTo) => {
    checkIssueAction(ctx.member, await findTopic(ctx, params.topicGuid), 'ATTACH')
    return storeSentView(ctx, version, body)
  },
  handle: async (ctx: ProjectCtx, { params, body }: SentTo, view: StoredViewpoint) => {
    await attachViewpoint(ctx, await holdTopic(ctx, params.topicGuid), view, body.index)
    return readViewpoint(ctx, { params: { ...params, viewpointGuid: view.bcf_guid ?? view.id } }, version)
  },
})
