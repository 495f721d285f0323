import type { BcfApiVersion } from '@plumbline/contract/bcf/api-version'
import type { SentViewpoint } from '@plumbline/contract/bcf/api-viewpoints'
import type { ProjectCtx } from '../../context.ts'
import { checkIssueAction } from '../../issues/check-issue-action.ts'
import { attachViewpoint, readPendingVersions, type StoredViewpoint } from '../../issues/viewpoints.ts'
import { isCameraOnly } from '../locating/camera-views.ts'
import { queueCameraPlaces } from '../locating/queue-camera-places.ts'
import { storeSentViewpoint } from './store-sent-viewpoint.ts'
import { getTopicRow, lockTopic, type TopicInput } from './topic-rows.ts'
import { getViewpointReply } from './viewpoints.ts'

type ViewpointInput = TopicInput & { body: SentViewpoint }

export const postViewpoint = (version: BcfApiVersion) => ({
  prepare: async (ctx: ProjectCtx, { params, body }: ViewpointInput) => {
    checkIssueAction(ctx.member, await getTopicRow(ctx, params.topicGuid), 'ATTACH')
    return storeSentViewpoint(ctx, version, body)
  },
  handle: async (ctx: ProjectCtx, { params, body }: ViewpointInput, view: StoredViewpoint) => {
    const topic = await lockTopic(ctx, params.topicGuid)
    const model_versions = await readPendingVersions(ctx)
    await attachViewpoint(ctx, topic, { ...view, model_versions }, body.index)
    if (isCameraOnly(body)) await queueCameraPlaces(ctx.jobs, ctx.tx, topic.project_id, [topic.id])
    return getViewpointReply(ctx, { params: { ...params, viewpointGuid: view.bcf_guid ?? view.id } }, version)
  },
})
