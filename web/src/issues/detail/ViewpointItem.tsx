import { deleteViewpoint, type IssueViewpoint } from '@plumbline/contract/issues/issues'
import { Box, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWrite } from '../../api/query.ts'
import { useNavigate } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import type { Question } from '../../ui/use-question.ts'
import { useIssueText } from '../text.ts'
import { useIssueParams, useIssueRefusal, useOpenIssue } from './issue-context.ts'
import { listModelIdsOfIssue } from './list-model-ids-of-issue.ts'
import { pictureClass } from './picture-class.ts'
import { useDetailText } from './text.ts'
import { useSnapshotUrl } from './use-snapshot-url.ts'

/** Asks before a viewpoint of the issue is deleted, together with its picture. */
export function RemoveViewDialog({ question }: { question: Question<string> }) {
  const text = useDetailText()
  const params = useIssueParams()
  const remove = useWrite(deleteViewpoint)
  const { about: view, close, closeFor } = question
  return (
    <AlertDialog
      open={view !== null}
      onClose={close}
      title={text.deleteViewQuestion}
      action={text.deleteView}
      onConfirm={() =>
        view &&
        remove
          .send({ params: { ...params, viewpointId: view } })
          .then(() => closeFor(view))
          .catch(() => undefined)
      }
    >
      {text.deleteViewHint}
    </AlertDialog>
  )
}

/**
 * URL and click handler that open a viewpoint: next to an open model the handler moves its camera, elsewhere it
 * navigates.
 */
export function useShowViewpoint(view: IssueViewpoint) {
  const { project, issue, beside } = useOpenIssue()
  const navigate = useNavigate()
  const isFirst = issue.viewpoints[0]?.guid === view.guid
  const href = paths.viewer(project.id, {
    issue: issue.number,
    models: listModelIdsOfIssue(issue),
    viewpoint: isFirst ? undefined : view.guid,
  })
  return { href, show: () => (beside ? beside.show(view) : navigate(href)) }
}

/** A viewpoint of the issue as its snapshot: opens in the model, can be marked up and deleted. */
export function ViewpointItem(props: {
  view: IssueViewpoint
  index: number
  onDraw: () => void
  onRemove: () => void
}) {
  const { view, index } = props
  const text = useDetailText()
  const issueText = useIssueText()
  const { issue, mayContribute, beside } = useOpenIssue()
  const explainRefusal = useIssueRefusal()
  const snapshotUrl = useSnapshotUrl()
  const { href, show } = useShowViewpoint(view)
  return (
    <li className="relative snap-start">
      <ViewpointLink href={beside ? null : href} onShow={show}>
        {view.has_snapshot ? (
          <img
            src={snapshotUrl(view, 'marked_thumbnail')}
            srcSet={`${snapshotUrl(view, 'marked_thumbnail')} 480w, ${snapshotUrl(view, view.markup ? 'marked' : 'picture')} 2560w`}
            sizes="28rem"
            alt={index === 0 ? issueText.snapshotOf(issue.number) : text.viewOf(index + 1, issue.number)}
            className={pictureClass}
          />
        ) : (
          <span className={cx(pictureClass, 'grid place-items-center text-text-muted')}>
            {text.viewOf(index + 1, issue.number)}
          </span>
        )}
      </ViewpointLink>
      <span className="absolute end-1.5 top-1.5 rounded-control bg-raised">
        <Menu
          align="end"
          trigger={
            <IconButton size="small" name={text.viewActions(index + 1)} icon={<Ellipsis aria-hidden />} />
          }
        >
          <MenuItem icon={<Box aria-hidden />} onSelect={show}>
            {beside ? issueText.goToView : issueText.showInModel}
          </MenuItem>
          {view.has_snapshot && mayContribute && (
            <MenuItem
              icon={<Pencil aria-hidden />}
              disabled={explainRefusal({ draw_on: view.created_by })}
              onSelect={props.onDraw}
            >
              {text.draw}
            </MenuItem>
          )}
          {mayContribute && (
            <MenuItem
              danger
              icon={<Trash2 aria-hidden />}
              disabled={explainRefusal({ remove: view.created_by })}
              onSelect={props.onRemove}
            >
              {text.deleteView}
            </MenuItem>
          )}
        </Menu>
      </span>
    </li>
  )
}

/** A link into the viewer, or a button if the model is already open next to the issue. */
export function ViewpointLink(props: { href: string | null; onShow: () => void; children: ReactNode }) {
  if (props.href)
    return (
      <Link quiet href={props.href} className="block">
        {props.children}
      </Link>
    )
  return (
    <button type="button" onClick={props.onShow} className="block w-full rounded-control text-start">
      {props.children}
    </button>
  )
}
