import { isLevelAtLeast } from '@plumbline/contract/roles'
import { useMe } from '../../api/session.ts'
import { drafts } from '../../base/drafts.ts'
import { paths } from '../../base/paths.ts'
import { Composer } from '../composer/Composer.tsx'
import { uploadAttachments, useAttachmentUploads } from './attachment-uploads.ts'
import { useOpenIssue } from './issue-context.ts'
import { sendComment } from './pending-comments.ts'
import { useDetailText } from './text.ts'
import { UploadRows } from './UploadRows.tsx'
import { useDraftIds } from './use-draft-ids.ts'
import { useMentionable } from './use-mentionable.ts'

/** Comment composer; files added here are uploaded to the issue immediately and attached to the comment. */
export function CommentBox(props: { isDeleted: boolean }) {
  const text = useDetailText()
  const me = useMe()
  const { project, issue, mayContribute } = useOpenIssue()
  const mentionable = useMentionable(project.id)
  const uploads = useAttachmentUploads(issue.id)
  const draft = `issue.${issue.id}`
  const [added, changeAdded] = useDraftIds(`${draft}.files`)
  const refusal = mayContribute ? null : props.isDeleted ? text.isDeleted : text.mayNotComment
  // text written before the right was lost stays, to be copied
  if (refusal && !drafts.read(me.id, draft))
    return <p className="border-line border-t bg-surface p-4 text-text-muted">{refusal}</p>
  const arrived = new Set(issue.attachments.map(({ id }) => id))
  // sent before the comment
  const coming = new Set(uploads.filter(({ state }) => state !== 'FAILED').map(({ id }) => id))
  const ready = added.filter((id) => arrived.has(id) || coming.has(id))
  const names = issue.attachments.filter(({ id }) => ready.includes(id)).map(({ name }) => name)
  const invites = isLevelAtLeast(project.my_permission_level, 'ADMIN')
  return (
    <div className="flex-none border-line border-t bg-surface px-4 py-3">
      <Composer
        key={issue.id}
        collapses
        sendsInBackground
        label={text.comment}
        action={text.send}
        draft={draft}
        people={mentionable.people}
        findIssues={mentionable.findIssues}
        inviteHref={invites ? paths.members(project.id) : undefined}
        isBlocked={refusal !== null}
        onFiles={
          refusal === null
            ? (files) => {
                const ids = uploadAttachments(project.id, issue, files)
                changeAdded((now) => [...now, ...ids])
              }
            : undefined
        }
        onSend={async (written) => {
          await sendComment(project.id, issue, { text: written, attachment_ids: ready })
          changeAdded((now) => now.filter((id) => !ready.includes(id)))
        }}
      >
        {refusal && (
          <p role="status" className="text-13 text-text-muted">
            {refusal}
          </p>
        )}
        {added.length > 0 && <UploadRows issueId={issue.id} />}
        {names.length > 0 && <p className="truncate text-13 text-text-muted">{names.join(', ')}</p>}
      </Composer>
    </div>
  )
}
