import { listPins } from '@plumbline/contract/issue-lists'
import { useEffect } from 'react'
import { useRead } from '../../api/query.ts'
import { useSearch } from '../../app/navigation.tsx'
import { useUiText } from '../../ui/text.tsx'
import { useSession } from './ModelView.tsx'
import { statusColor } from './status-color.ts'
import { useViewerText } from './text.ts'

/** The issues of the project as pins; a click opens the issue beside the model. */
export function IssuePins(props: { projectId: string; shown: number | undefined; onOpen: () => void }) {
  const { projectId, shown, onOpen } = props
  const text = useViewerText()
  const words = useUiText()
  const session = useSession()
  const [, change] = useSearch()
  const { data } = useRead(listPins, { params: { id: projectId } })
  useEffect(() => {
    session.setPins(
      (data ?? []).map(({ issue_id, number, name, status, point }) => ({
        id: issue_id,
        point: [point.x, point.y, point.z],
        number: String(number),
        color: statusColor(status),
        icon: status,
        label: text.pinLabel(number, name, words.status[status]),
      })),
    )
  }, [session, data, text, words])
  useEffect(
    () =>
      session.onPin((id) => {
        const pin = data?.find((each) => each.issue_id === id)
        if (!pin) return
        change({ open: String(pin.number), issue: undefined })
        onOpen()
      }),
    [session, data, change, onOpen],
  )
  useEffect(
    () => session.markPin(data?.find((pin) => pin.number === shown)?.issue_id ?? null),
    [session, data, shown],
  )
  return null
}
