import * as attachments from '@plumbline/contract/issues/attachments'
import * as issues from '@plumbline/contract/issues/issues'
import * as mutes from '@plumbline/contract/issues/mutes'
import * as timeline from '@plumbline/contract/issues/timeline'
import type { User } from './make.ts'
import { PIXEL, type World } from './world.ts'

/** Every write of the parts of an issue, in an order in which each works. */
export function issueWrites(world: () => World, user: () => User) {
  const ids = () => world().ids as { id: string; issueId: string }
  const at = (name?: string): never => {
    const { id, issueId } = ids()
    return { id, issueId, ...(name ? { [name]: world().ids[name] } : {}) } as never
  }
  const made: Record<string, string> = {}
  const client = () => user().client
  const drawing = { shapes: attachments.setMarkup.example.body.shapes as never, version: 1 }
  const runs: Record<string, () => Promise<unknown>> = {
    watchIssue: () => client().call(issues.watchIssue, { params: at(), body: { watching: true } }),
    muteIssue: () => client().call(mutes.muteIssue, { params: at(), body: { muted: true } }),
    unrelateIssue: () => client().call(issues.unrelateIssue, { params: at('otherId') }),
    relateIssue: () => client().call(issues.relateIssue, { params: at('otherId') }),
    addAnchor: () => {
      const { example } = issues.addAnchor
      const body = { ...example.body, bim_file_header_id: world().ids.headerId ?? '' }
      return client().call(issues.addAnchor, { params: at(), body })
    },
    deleteAnchor: () => client().call(issues.deleteAnchor, { params: at('anchorId') }),
    addViewpoint: () =>
      client().call(issues.addViewpoint, {
        params: at(),
        body: {
          ...issues.addViewpoint.example.body,
          snapshot: { snapshot_type: 'png', snapshot_data: PIXEL },
        },
      }),
    setViewpointMarkup: () =>
      client().call(issues.setViewpointMarkup, { params: at('viewpointId'), body: drawing }),
    deleteViewpoint: () => client().call(issues.deleteViewpoint, { params: at('viewpointId') }),
    addComment: async () => {
      const body = { text: `Look, @[Vera](user:${world().members.VIEWER.id})` }
      made.commentId = (await client().call(timeline.addComment, { params: at(), body })).id
    },
    editComment: () =>
      client().call(timeline.editComment, {
        params: { ...(at() as object), commentId: made.commentId } as never,
        body: { text: 'Look again' },
      }),
    deleteComment: () =>
      client().call(timeline.deleteComment, {
        params: { ...(at() as object), commentId: made.commentId } as never,
      }),
    addAttachment: () =>
      client().call(attachments.addAttachment, {
        params: at(),
        query: { name: 'crack.png' },
        file: new Blob([Buffer.from(PIXEL, 'base64')]),
      }),
    setMarkup: () => client().call(attachments.setMarkup, { params: at('attachmentId'), body: drawing }),
    deleteAttachment: () => client().call(attachments.deleteAttachment, { params: at('attachmentId') }),
  }
  const parts = Object.entries(runs).map(([name, run]) => ({ name, by: user, run }))
  const restored = {
    name: 'restoreIssue',
    by: user,
    run: () => client().call(issues.restoreIssue, { params: at() }),
  }
  return { parts, restored }
}
