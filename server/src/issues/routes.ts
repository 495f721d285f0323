import * as attachments from '@plumbline/contract/issues/attachments'
import * as changes from '@plumbline/contract/issues/changes'
import * as following from '@plumbline/contract/issues/following'
import * as issues from '@plumbline/contract/issues/issues'
import * as mutes from '@plumbline/contract/issues/mutes'
import * as timeline from '@plumbline/contract/issues/timeline'
import { bindAll } from '../context.ts'
import { addAnchor } from './add-anchor.ts'
import { addComment } from './add-comment.ts'
import { addViewpoint } from './add-viewpoint.ts'
import { addAttachment } from './attachments/add-attachment.ts'
import { deleteAttachment } from './attachments/delete-attachment.ts'
import { getAttachment } from './attachments/get-attachment.ts'
import { getSnapshot } from './attachments/get-snapshot.ts'
import { setMarkup } from './attachments/set-markup.ts'
import { issueBulkRoutes } from './bulk/routes.ts'
import { listChanges } from './changes/list-changes.ts'
import { checkLog } from './check-log.ts'
import { createIssue } from './create-issue.ts'
import { customFieldRoutes } from './custom-fields/routes.ts'
import { deleteAnchor } from './delete-anchor.ts'
import { deleteComment } from './delete-comment.ts'
import { deleteIssue } from './delete-issue.ts'
import { deleteViewpoint } from './delete-viewpoint.ts'
import { editComment } from './edit-comment.ts'
import { listDoubtfulPlaces } from './following/list-doubtful-places.ts'
import { setAnchorElement } from './following/set-anchor-element.ts'
import { getIssue } from './get-issue.ts'
import { getIssueByNumber } from './get-issue-by-number.ts'
import { getIssueMute } from './get-issue-mute.ts'
import { getIssueViewpoint } from './get-issue-viewpoint.ts'
import { getViewBitmap } from './get-view-bitmap.ts'
import { listDeletedIssues } from './list-deleted-issues.ts'
import { listLog } from './list-log.ts'
import { listTimeline } from './list-timeline.ts'
import { issueListRoutes } from './lists/routes.ts'
import { muteIssue } from './mute-issue.ts'
import { relateIssue } from './relate-issue.ts'
import { restoreIssue } from './restore-issue.ts'
import { setViewpointMarkup } from './set-viewpoint-markup.ts'
import { unrelateIssue } from './unrelate-issue.ts'
import { updateIssue } from './update-issue.ts'
import { vocabularyRoutes } from './vocabulary/routes.ts'
import { watchIssue } from './watch-issue.ts'

export const issueRoutes = [
  ...issueListRoutes,
  ...issueBulkRoutes,
  ...customFieldRoutes,
  ...vocabularyRoutes,
  ...bindAll(following, { listDoubtfulPlaces, setAnchorElement }),
  ...bindAll(issues, {
    getIssue,
    getIssueByNumber,
    createIssue,
    updateIssue,
    deleteIssue,
    getSnapshot,
    getViewBitmap,
    restoreIssue,
    listDeletedIssues,
    watchIssue,
    relateIssue,
    unrelateIssue,
    addAnchor,
    deleteAnchor,
    addViewpoint,
    getIssueViewpoint,
    deleteViewpoint,
    setViewpointMarkup,
  }),
  ...bindAll(mutes, { getIssueMute, muteIssue }),
  ...bindAll(changes, { listChanges }),
  ...bindAll(timeline, { listTimeline, addComment, editComment, deleteComment, listLog, checkLog }),
  ...bindAll(attachments, { addAttachment, getAttachment, setMarkup, deleteAttachment }),
]
