import type { IssueViewpoint } from '@plumbline/contract/issues/issues'
import { type Comment, deleteComment, editComment } from '@plumbline/contract/issues/timeline'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { discardOperations, retryOperations } from '../../api/keep-write.ts'
import { useWrite } from '../../api/query.ts'
import { serverReach } from '../../api/reach.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { exactTime } from '../../users/dates.ts'
import { Composer } from '../composer/Composer.tsx'
import { Markdown } from '../composer/Markdown.tsx'
import { decodeMentions } from '../composer/mentions.ts'
import { useIssueText } from '../text.ts'
import { usePeople } from '../use-people.ts'
import { useIssueParams, useOpenIssue } from './issue-context.ts'
import type { PendingComment } from './pending-comments.ts'
import { useDetailText } from './text.ts'
import { useFileUrl } from './use-file-url.ts'
import { useMentionable } from './use-mentionable.ts'
import { useSnapshotUrl } from './use-snapshot-url.ts'
import { useShowViewpoint, ViewpointLink } from './ViewpointItem.tsx'

/** A comment with its photos; its author may edit it, its author and administrators may delete it. */
export function CommentBody({ comment }: { comment: Comment }) {
  const text = useDetailText()
  const { project, issue, relation, mayContribute } = useOpenIssue()
  const view = issue.viewpoints.find(({ guid }) => guid === comment.viewpoint_id)
  const { nameOf } = usePeople(project.id)
  const params = { ...useIssueParams(), commentId: comment.id }
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState(false)
  const remove = useWrite(deleteComment, { onDone: () => setAsking(false) })
  const own = comment.created_by === relation.user_id
  const mayDelete = (own && mayContribute) || relation.permission_level === 'ADMIN'
  if (comment.deleted_at) return <p className="text-text-muted italic">{text.commentDeleted}</p>
  if (editing) return <EditComment comment={comment} onDone={() => setEditing(false)} />
  return (
    <div id={`comment-${comment.id}`} className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <Markdown text={comment.text} projectId={project.id} nameOf={nameOf} />
        <CommentPhotos ids={comment.attachment_ids} />
        {view && <CommentSnapshot view={view} />}
        {comment.edited_at && (
          <p className="text-12 text-text-muted" title={exactTime(comment.edited_at)}>
            {text.edited}
          </p>
        )}
      </div>
      {mayDelete && (
        <Menu
          align="end"
          trigger={<IconButton size="small" name={text.commentActions} icon={<Ellipsis aria-hidden />} />}
        >
          {own && (
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setEditing(true)}>
              {text.editComment}
            </MenuItem>
          )}
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setAsking(true)}>
            {text.deleteComment}
          </MenuItem>
        </Menu>
      )}
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={text.deleteCommentQuestion}
        action={text.deleteComment}
        onConfirm={() => remove.run({ params })}
      >
        {text.deleteCommentHint}
      </AlertDialog>
    </div>
  )
}

function EditComment({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const text = useDetailText()
  const { project } = useOpenIssue()
  const params = { ...useIssueParams(), commentId: comment.id }
  const mentionable = useMentionable(project.id)
  const edit = useWrite(editComment, { onDone })
  return (
    <Composer
      label={text.editComment}
      action={text.save}
      draft={`comment.${comment.id}`}
      initial={decodeMentions(comment.text, mentionable.people)}
      onCancel={onDone}
      people={mentionable.people}
      findIssues={mentionable.findIssues}
      onSend={(written) => edit.send({ params, body: { text: written } })}
    />
  )
}

function CommentPhotos({ ids }: { ids: readonly string[] }) {
  const text = useDetailText()
  const { issue, showPhoto } = useOpenIssue()
  const url = useFileUrl()
  const shown = issue.attachments.filter(({ id }) => ids.includes(id))
  if (shown.length === 0) return null
  return (
    <ul className="mt-1 flex flex-wrap gap-1.5">
      {shown.map((file) => (
        <li key={file.id}>
          {file.kind === 'PHOTO' ? (
            <button
              type="button"
              aria-label={text.openPhoto(file.name)}
              onClick={() => showPhoto(file.id)}
              className="block rounded-mark"
            >
              <img
                src={url(file, 'marked_thumbnail')}
                alt=""
                loading="lazy"
                className="h-20 rounded-mark border border-line bg-sunken"
              />
            </button>
          ) : (
            <span className="text-13 text-text-muted">{file.name}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Snapshot of the view attached to a comment. */
function CommentSnapshot({ view }: { view: IssueViewpoint }) {
  const { issue, beside } = useOpenIssue()
  const issueText = useIssueText()
  const { href, show } = useShowViewpoint(view)
  const snapshotUrl = useSnapshotUrl()
  if (!view.has_snapshot) return null
  return (
    <div className="mt-1 w-fit">
      <ViewpointLink href={beside ? null : href} onShow={show}>
        <img
          src={snapshotUrl(view, 'marked_thumbnail')}
          alt={issueText.snapshotOf(issue.number)}
          loading="lazy"
          className="h-20 rounded-mark border border-line bg-sunken"
        />
      </ViewpointLink>
    </div>
  )
}

/** A comment that waits, is being sent or was refused. */
export function PendingCommentBody({ comment }: { comment: PendingComment }) {
  const text = useDetailText()
  const { project } = useOpenIssue()
  const { nameOf } = usePeople(project.id)
  const reach = useSyncExternalStore(serverReach.subscribe, serverReach.read)
  return (
    <div className={comment.state === 'FAILED' ? undefined : 'opacity-70'}>
      <Markdown text={comment.text} projectId={project.id} nameOf={nameOf} />
      {comment.state === 'FAILED' ? (
        <p role="alert" className="mt-1 flex flex-wrap items-center gap-2 text-13">
          <span className="text-danger">{text.notSent}</span>
          <span className="text-text-muted">{comment.problem}</span>
          <Button size="small" onClick={() => void retryOperations([comment.id])}>
            {text.retry}
          </Button>
          <Button size="small" look="ghost" onClick={() => void discardOperations([comment.id])}>
            {text.discard}
          </Button>
        </p>
      ) : (
        <p role="status" className="text-12 text-text-muted">
          {reach === 'REACHED' ? text.sending : text.waiting}
        </p>
      )}
    </div>
  )
}
