import type { Issue, Pin } from '@plumbline/contract/issues/issues'
import { mayCreateIssue } from '@plumbline/contract/issues/issues.rules'
import { listPins } from '@plumbline/contract/issues/lists'
import type { Project } from '@plumbline/contract/projects/projects'
import { MapPinPlus } from 'lucide-react'
import { type MouseEvent, Suspense, useState } from 'react'
import { useRead } from '../../api/query.ts'
import { useNavigate } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import type { DrawingSheet } from '../../bim/files/DrawingView.tsx'
import type { PanZoomView, PixelSize } from '../../bim/files/pan-zoom.ts'
import { useBimText } from '../../bim/text.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import { StatusIcon } from '../../ui/StatusBadge.tsx'
import { useUiText } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'
import { LazyNewIssueDialog } from '../LazyNewIssueDialog.tsx'

const focusOnMount = (element: HTMLElement | null) => element?.focus()

/**
 * Issues on a drawing: pins for existing ones, and a tool that creates one at a point. Points on a drawing have x and y as
 * fractions of the sheet from its upper left corner; z is the page number.
 */
export function useDrawingIssues(props: DrawingSheet) {
  const text = useBimText()
  const { project, header, variant, page, sheet, table } = props
  const navigate = useNavigate()
  const [placing, setPlacing] = useState(false)
  const [place, setPlace] = useState<{ x: number; y: number } | null>(null)
  const params = { id: project.id }
  const { data } = useRead(
    listPins,
    { params, query: { bim_file_header_id: variant.header_id } },
    { silent: true },
  )
  const { view, box } = table
  const may = mayCreateIssue(project.my_permission_level)
  function pickPoint(event: MouseEvent<HTMLElement>) {
    if (!view || !box || !sheet) return
    const { left, top } = event.currentTarget.getBoundingClientRect()
    // keyboard clicks have no position: use the centre of the view
    const at =
      event.detail === 0
        ? { x: box.width / 2, y: box.height / 2 }
        : { x: event.clientX - left, y: event.clientY - top }
    const part = (pixels: number, length: number) => Math.min(1, Math.max(0, pixels / view.scale / length))
    setPlace({ x: part(at.x - view.x, sheet.width), y: part(at.y - view.y, sheet.height) })
    setPlacing(false)
  }
  // stay on the drawing: people on site create several issues in a row
  const created = ({ number, name }: Issue) =>
    toast.success({
      title: `#${number} ${name}`,
      action: { label: text.open, run: () => navigate(paths.issue(project.id, number)) },
    })
  const pins = (data ?? []).filter(({ point }) => point.z === page)
  const over = view && sheet && (
    <>
      <div className="pointer-events-none absolute inset-0 overflow-hidden">
        {pins.map((pin) => (
          <PinLink key={pin.anchor_id} pin={pin} project={project} sheet={sheet} view={view} />
        ))}
      </div>
      {placing && (
        <button
          type="button"
          ref={focusOnMount}
          aria-label={text.pickPlace}
          onClick={pickPoint}
          onKeyDown={(event) => event.key === 'Escape' && setPlacing(false)}
          className="absolute inset-0 cursor-crosshair -outline-offset-4"
        >
          <span className="absolute inset-x-0 top-3 mx-auto w-fit max-w-full rounded-card bg-raised px-3 py-1.5 text-13 shadow-float">
            {text.pickPlace}
          </span>
        </button>
      )}
      {place && (
        <Suspense>
          <LazyNewIssueDialog
            project={project}
            onClose={() => setPlace(null)}
            place={header}
            onCreated={created}
            anchors={[
              {
                bim_file_header_id: variant.header_id,
                variant_version_at_creation: variant.version,
                ifc_guid: null,
                ifc_class: null,
                element_name: null,
                point: { ...place, z: page },
              },
            ]}
          />
        </Suspense>
      )}
    </>
  )
  const tool = may && (
    <IconButton
      name={text.newIssueHere}
      icon={<MapPinPlus aria-hidden />}
      pressed={placing}
      onClick={() => setPlacing(!placing)}
    />
  )
  return { over, tool }
}

function PinLink(props: { pin: Pin; project: Project; sheet: PixelSize; view: PanZoomView }) {
  const { pin, sheet, view } = props
  const text = useBimText()
  const { status } = useUiText()
  return (
    <Link
      quiet
      href={paths.issue(props.project.id, pin.number)}
      aria-label={text.issueAt(pin.number, pin.name, status[pin.status])}
      title={pin.name}
      // physical screen coordinates, also in right-to-left languages
      style={{
        position: 'absolute',
        left: view.x + pin.point.x * sheet.width * view.scale,
        top: view.y + pin.point.y * sheet.height * view.scale,
      }}
      className="pointer-events-auto flex -translate-x-1/2 -translate-y-1/2 items-center gap-1 rounded-full border border-line bg-raised px-2 py-1 font-medium text-12 tabular-nums shadow-float"
    >
      <StatusIcon status={pin.status} />
      {pin.number}
    </Link>
  )
}
