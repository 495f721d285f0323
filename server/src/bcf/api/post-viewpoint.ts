import type { BcfApiVersion } from '@plumbline/contract/bcf/api-version'
import type { SentViewpoint } from '@plumbline/contract/bcf/api-viewpoints'
import type { ProjectCtx } from '../../context.ts'
import { demand } from '../../issues/may.ts'
import { putView, type StoredView } from '../../issues/viewpoints.ts'
import { storeSentViewpoint } from './store-sent-viewpoint.ts'
import { getTopicRow, lockTopic, type TopicInput } from './topic-rows.ts'
import { getViewpointReply } from './viewpoints.ts'

type ViewpointInput = TopicInput & { body: SentViewpoint }

export const postViewpoint = (version: BcfApiVersion) => ({
  prepare: async (ctx: ProjectCtx, { params, body }: ViewpointInput) => {
    demand(ctx.member, await getTopicRow(ctx, params.topicGuid), 'ATTACH')
    return storeSentViewpoint(ctx, version, body)
  },
  handle: async (ctx: ProjectCtx, { params, body }: ViewpointInput, view: StoredView) => {
    await putView(ctx, await lockTopic(ctx, params.topicGuid), view, body.index)
    return getViewpointReply(ctx, { params: { ...params, viewpointGuid: view.bcf_guid ?? view.id } }, version)
  },
})
