import { addViewpoint, deleteViewpoint, type IssueViewpoint } from '@plumbline/contract/issues/issues'
import { Box, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../api/query.ts'
import { useNavigate } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { useIssueText } from '../text.ts'
import { DetailSection } from './DetailSection.tsx'
import { useIssueParams, useIssueRefusal, useOpenIssue } from './issue-context.ts'
import { LazyMarkupDialog } from './LazyMarkupDialog.tsx'
import { listModelIdsOfIssue } from './list-model-ids-of-issue.ts'
import { useDetailText } from './text.ts'
import { useSnapshotUrl } from './use-snapshot-url.ts'

/** The saved viewpoints of the issue as snapshots: each opens in the model and can be marked up. */
export function IssueViewpoints() {
  const text = useDetailText()
  const { project, issue, mayContribute, beside } = useOpenIssue()
  const issueText = useIssueText()
  const params = useIssueParams()
  const add = useWrite(addViewpoint)
  const [capturing, setCapturing] = useState(false)
  const [drawing, setDrawing] = useState<string | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  const remove = useWrite(deleteViewpoint, { onDone: () => setRemoving(null) })
  const drawn = issue.viewpoints.find(({ guid }) => guid === drawing)
  const addPresent = async () => {
    if (!beside || capturing) return
    setCapturing(true)
    try {
      add.run({ params, body: await beside.capture() })
    } finally {
      setCapturing(false)
    }
  }
  if (issue.viewpoints.length === 0 && !mayContribute) return null
  return (
    <DetailSection
      title={text.views}
      action={
        mayContribute &&
        (beside ? (
          <Button
            size="small"
            icon={<Plus aria-hidden />}
            loading={capturing || add.pending}
            onClick={() => void addPresent()}
          >
            {text.addThisView}
          </Button>
        ) : (
          <ButtonLink
            size="small"
            href={paths.viewer(project.id, { issue: issue.number, models: listModelIdsOfIssue(issue) })}
          >
            <Plus aria-hidden /> {text.addView}
          </ButtonLink>
        ))
      }
    >
      {issue.viewpoints.length > 0 && (
        <ul
          className={
            issue.viewpoints.length === 1
              ? ''
              : 'grid snap-x auto-cols-[75%] grid-flow-col gap-2 overflow-x-auto pb-1'
          }
        >
          {issue.viewpoints.map((view, index) => (
            <ViewpointItem
              key={view.guid}
              view={view}
              index={index}
              onDraw={() => setDrawing(view.guid)}
              onRemove={() => setRemoving(view.guid)}
            />
          ))}
        </ul>
      )}
      {!beside && issue.viewpoints.length > 0 && (
        <ButtonLink
          href={paths.viewer(project.id, { issue: issue.number, models: listModelIdsOfIssue(issue) })}
          className="mt-2"
        >
          <Box aria-hidden /> {issueText.showInModel}
        </ButtonLink>
      )}
      {drawn && <LazyMarkupDialog of={{ view: drawn }} onClose={() => setDrawing(null)} />}
      <AlertDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={text.deleteViewQuestion}
        action={text.deleteView}
        onConfirm={() => removing && remove.run({ params: { ...params, viewpointId: removing } })}
      >
        {text.deleteViewHint}
      </AlertDialog>
    </DetailSection>
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

function ViewpointItem(props: {
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
            src={snapshotUrl(view, view.markup ? 'marked' : 'picture')}
            alt={index === 0 ? issueText.snapshotOf(issue.number) : text.viewOf(index + 1, issue.number)}
            className="aspect-video w-full rounded-control border border-line bg-sunken object-cover"
          />
        ) : (
          <span className="grid aspect-video w-full place-items-center rounded-control border border-line bg-sunken text-text-muted">
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

/** A link into the viewer, or a button if the model is already open beside the issue. */
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
