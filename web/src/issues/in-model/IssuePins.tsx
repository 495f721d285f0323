import { type Header, listHeaders } from '@plumbline/contract/bim/bim'
import { listPins } from '@plumbline/contract/issues/lists'
import { useEffect, useMemo } from 'react'
import { useRead } from '../../api/query.ts'
import { useSearch } from '../../base/navigation.tsx'
import { useSession } from '../../bim/viewer/ModelCanvas.tsx'
import { resolveStatusColor } from '../../bim/viewer/resolve-status-color.ts'
import { useViewerText } from '../../bim/viewer/text.ts'
import { useStatusNames } from '../../ui/status-names.ts'
import { parseIssueFilter } from '../filters/issue-query.ts'

/** The project's issues as pins; clicking one opens the issue next to the model. */
export function IssuePins(props: { projectId: string; shown: number | undefined; onOpen: () => void }) {
  const { projectId, shown, onOpen } = props
  const text = useViewerText()
  const statusNames = useStatusNames()
  const session = useSession()
  const [search, change] = useSearch()
  const params = { id: projectId }
  // `?issues=` holds the filter of the issue list as a query string
  const filter = parseIssueFilter(Object.fromEntries(new URLSearchParams(search.issues)))
  const { data: pins } = useRead(
    listPins,
    { params, query: filter as never },
    { keepPrevious: true, silent: true },
  )
  const { data: headers } = useRead(listHeaders, { params }, { silent: true })
  // anchors on drawings have no position in the model
  const data = useMemo(() => {
    const models = new Set(
      ((headers ?? []) as Header[]).filter(({ type_of }) => type_of === 'MODEL').map(({ id }) => id),
    )
    return headers && pins?.filter(({ bim_file_header_id }) => models.has(bim_file_header_id))
  }, [headers, pins])
  useEffect(() => {
    session.pins.set(
      (data ?? []).map(({ anchor_id, bim_file_header_id, number, name, status, point, ifc_guid }) => ({
        id: anchor_id,
        point: [point.x, point.y, point.z],
        element: ifc_guid,
        model: bim_file_header_id,
        number: String(number),
        color: resolveStatusColor(status),
        icon: status,
        label: text.pinLabel(number, name, statusNames[status]),
      })),
    )
  }, [session, data, text, statusNames])
  useEffect(
    () =>
      session.pins.onOpen((id) => {
        const pin = data?.find((each) => each.anchor_id === id)
        if (!pin) return
        change({ open: String(pin.number), issue: undefined })
        onOpen()
      }),
    [session, data, change, onOpen],
  )
  useEffect(
    () => session.pins.mark(data?.find((pin) => pin.number === shown)?.anchor_id ?? null),
    [session, data, shown],
  )
  return null
}
