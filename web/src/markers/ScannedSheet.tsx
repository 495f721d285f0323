import { getMarker } from '@plumbline/contract/markers/markers'
import { useEffect, useRef } from 'react'
import { isMissing } from '../api/client.ts'
import { useRead } from '../api/query.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { useSession } from '../bim/viewer/ModelCanvas.tsx'
import type { ModelSession } from '../bim/viewer/model-session.ts'
import { useViewerText } from '../bim/viewer/text.ts'
import { useAreModelsLoaded } from '../bim/viewer/use-are-models-loaded.ts'
import { Chip } from '../bim/viewer/ViewerStatus.tsx'
import { useUiText } from '../ui/text.tsx'
import { useMarkerText } from './text.ts'

/** Chip of the scanned sheet. Once the models are loaded, the camera looks at the sheet as its reader does. */
export default function ScannedSheet(props: { markerId: string; models: number; onClose: () => void }) {
  const text = useMarkerText()
  const viewerText = useViewerText()
  const navigate = useNavigate()
  const session = useSession()
  const ui = useUiText()
  const { data: marker, error, refetch } = useRead(getMarker, { params: { markerId: props.markerId } })
  const ready = useAreModelsLoaded(props.models)
  /** the session that showed the sheet: a new session after a lost context shows it again */
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
  if (error && isMissing(error)) return <Chip actions={[close]}>{text.unknown}</Chip>
  if (error && !marker)
    return <Chip actions={[[ui.tryAgain, () => void refetch()], close]}>{ui.loadFailed}</Chip>
  if (!marker) return null
  return (
    <Chip actions={[[text.nearest, () => navigate(paths.sheet(props.markerId))], close]}>
      {text.scanned(marker.label)}
    </Chip>
  )
}
