import { type Header, listHeaders } from '@plumbline/contract/bim/bim'
import type { Anchor } from '@plumbline/contract/issues/anchors'
import { addAnchor, deleteAnchor } from '@plumbline/contract/issues/issues'
import { Plus, X } from 'lucide-react'
import { useRead, useWrite } from '../../api/query.ts'
import { paths } from '../../base/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import { useIssueText } from '../text.ts'
import { AnchorState } from './AnchorState.tsx'
import { DetailSection } from './DetailSection.tsx'
import { useIssueParams, useOpenIssue } from './issue-context.ts'
import { listModelIdsOfIssue } from './list-model-ids-of-issue.ts'
import { useDetailText } from './text.ts'

/** The anchors of an issue: the model elements and drawing positions it is about. */
export function IssueAnchors() {
  const text = useDetailText()
  const { project, issue, mayNotEdit, beside } = useOpenIssue()
  const params = useIssueParams()
  const { data } = useRead(
    listHeaders,
    { params: { id: project.id } },
    { silent: true, enabled: issue.anchors.length > 0 },
  )
  const headers = (data ?? []) as Header[]
  const add = useWrite(addAnchor)
  const isKnown = issue.anchors.some(
    (anchor) =>
      anchor.ifc_guid === beside?.selected?.ifc_guid &&
      anchor.bim_file_header_id === beside?.selected?.bim_file_header_id,
  )
  const addSelected = () => beside?.selected && add.run({ params, body: beside.selected })
  if (issue.anchors.length === 0 && !beside) return null
  return (
    <DetailSection
      title={text.places}
      action={
        beside &&
        !mayNotEdit && (
          <Button
            size="small"
            icon={<Plus aria-hidden />}
            loading={add.pending}
            disabled={beside.selected ? isKnown && text.addSelectedKnown : text.addSelectedNeeds}
            onClick={addSelected}
          >
            {text.addSelected}
          </Button>
        )
      }
    >
      <ul className="flex flex-col gap-2">
        {issue.anchors.map((anchor) => (
          <AnchorRow
            key={anchor.id}
            anchor={anchor}
            header={headers.find(({ id }) => id === anchor.bim_file_header_id)}
          />
        ))}
      </ul>
    </DetailSection>
  )
}

function AnchorRow({ anchor, header }: { anchor: Anchor; header: Header | undefined }) {
  const text = useDetailText()
  const issueText = useIssueText()
  const { project, issue, mayNotEdit } = useOpenIssue()
  const params = useIssueParams()
  const remove = useWrite(deleteAnchor)
  const name =
    anchor.element_name ??
    anchor.ifc_class ??
    (anchor.ifc_guid ? issueText.element : (header?.name ?? text.point))
  const onDrawing = header !== undefined && header.type_of !== 'MODEL'
  const page = anchor.point.z > 1 ? `?page=${anchor.point.z}` : ''
  const href = onDrawing
    ? paths.file(project.id, header.id) + page
    : paths.viewer(project.id, { issue: issue.number, models: listModelIdsOfIssue(issue) })
  return (
    <li className="flex items-start gap-2 text-13">
      <div className="min-w-0 flex-1">
        <Link quiet href={href} className="font-medium">
          {name}
        </Link>
        {anchor.axes && <span className="text-text-muted"> · {text.axes(anchor.axes)}</span>}
        {header && header.name !== name && <span className="text-text-muted"> · {header.name}</span>}
        <span className="block break-all text-text-muted tabular-nums">
          {anchor.ifc_guid && <code className="font-mono text-12">{anchor.ifc_guid}</code>}{' '}
          {onDrawing
            ? text.onPage(anchor.point.z)
            : issueText.coordinates(anchor.point.x, anchor.point.y, anchor.point.z)}
        </span>
        <AnchorState anchor={anchor} header={header} />
      </div>
      {!mayNotEdit && (
        <IconButton
          size="small"
          name={text.removePlace(name)}
          icon={<X aria-hidden />}
          loading={remove.pending}
          onClick={() => remove.run({ params: { ...params, anchorId: anchor.id } })}
        />
      )}
    </li>
  )
}
