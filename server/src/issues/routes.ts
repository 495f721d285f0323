import * as attachments from '@plumbline/contract/issues/attachments'
import * as issues from '@plumbline/contract/issues/issues'
import * as timelines from '@plumbline/contract/issues/timeline'
import { bind } from '../context.ts'
import { place, unplace } from './anchors.ts'
import { attach, detach, drawOnPhoto } from './attachments/attachments.ts'
import { sendAttachment, sendSnapshot } from './attachments/send.ts'
import { sendViewBitmap } from './bitmaps.ts'
import { issueBulkRoutes } from './bulk/routes.ts'
import { verifyLog } from './check-log.ts'
import { eraseComment, rewordComment, sayComment } from './comments.ts'
import { fileIssue } from './create-issue.ts'
import { issueListRoutes } from './lists/routes.ts'
import { readIssue, readIssueByNumber } from './read-issue.ts'
import { relate, unrelate } from './relations.ts'
import { projectLog, timeline } from './timeline.ts'
import { deletedIssues, recoverIssue, removeIssue } from './trash.ts'
import { changeIssue } from './update-issue.ts'
import { addView, drawOnView, removeView } from './viewpoints.ts'
import { watchOrNot } from './watch.ts'

export const issueRoutes = [
  ...issueListRoutes,
  ...issueBulkRoutes,
  bind(issues.createIssue, fileIssue),
  bind(issues.getIssue, (ctx, { params }) => readIssue(ctx, params.issueId)),
  bind(issues.getIssueByNumber, (ctx, { params }) => readIssueByNumber(ctx, params.number)),
  bind(issues.updateIssue, changeIssue),
  bind(issues.deleteIssue, removeIssue),
  bind(issues.restoreIssue, recoverIssue),
  bind(issues.listDeletedIssues, deletedIssues),
  bind(issues.watchIssue, watchOrNot),
  bind(issues.relateIssue, relate),
  bind(issues.unrelateIssue, unrelate),
  bind(issues.addAnchor, place),
  bind(issues.deleteAnchor, unplace),
  bind(issues.addViewpoint, addView),
  bind(issues.deleteViewpoint, removeView),
  bind(issues.setViewpointMarkup, drawOnView),
  bind(issues.getSnapshot, sendSnapshot),
  bind(issues.getViewBitmap, sendViewBitmap),
  bind(timelines.listTimeline, timeline),
  bind(timelines.addComment, sayComment),
  bind(timelines.editComment, rewordComment),
  bind(timelines.deleteComment, eraseComment),
  bind(timelines.listLog, projectLog),
  bind(timelines.checkLog, verifyLog),
  bind(attachments.addAttachment, attach),
  bind(attachments.getAttachment, sendAttachment),
  bind(attachments.setMarkup, drawOnPhoto),
  bind(attachments.deleteAttachment, detach),
]
