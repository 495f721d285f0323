import { getMarker } from '@plumbline/contract/markers/markers'
import { useEffect, useRef } from 'react'
import { useRead } from '../api/query.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { useSession, useSessionState } from '../bim/viewer/ModelCanvas.tsx'
import type { ModelSession } from '../bim/viewer/model-session.ts'
import { useViewerText } from '../bim/viewer/text.ts'
import { Chip } from '../bim/viewer/ViewerStatus.tsx'
import { useMarkerText } from './text.ts'

/** Chip of the scanned sheet. Once the models are loaded, the camera looks at the sheet as its reader does. */
export default function ScannedSheet(props: { markerId: string; models: number; onClose: () => void }) {
  const text = useMarkerText()
  const viewerText = useViewerText()
  const navigate = useNavigate()
  const session = useSession()
  const { models } = useSessionState()
  const { data: marker, error } = useRead(getMarker, { params: { markerId: props.markerId } })
  const ready =
    props.models > 0 && models.length >= props.models && models.every(({ structure }) => structure)
  /** the session that showed the sheet: one after a lost context shows it again */
  const shown = useRef<ModelSession | null>(null)
  useEffect(() => {
    if (!ready || !marker || shown.current === session) return
    shown.current = session
    const { position, normal, anchor, level_name } = marker
    session.sheets.showReader({
      point: [position.x, position.y, position.z],
      normal: [normal.x, normal.y, normal.z],
      storey: level_name,
      header_id: anchor?.bim_file_header_id ?? null,
      guid: anchor?.ifc_guid ?? null,
    })
  }, [session, ready, marker])
  const close = [viewerText.close, props.onClose] as const
  if (error) return <Chip actions={[close]}>{text.unknown}</Chip>
  if (!marker) return null
  return (
    <Chip actions={[[text.nearest, () => navigate(paths.sheet(props.markerId))], close]}>
      {text.scanned(marker.label)}
    </Chip>
  )
}
