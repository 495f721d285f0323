import type { Variant } from '@plumbline/contract/bim/bim'
import type { MeshViewer as Mesh } from '@plumbline/viewer/mesh-viewer'
import { Maximize } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { themeStore } from '../../base/theme.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { useBimText } from '../text.ts'
import { fetchBytes } from '../viewer/fetch-bytes.ts'
import { formatSize } from './format-size.ts'

type MeshState = { at: 'loading'; bytes: number } | { at: 'shown' } | { at: 'failed' }

/** Viewer of a reference mesh (GLB). */
export function MeshPreview({ url, name, variant }: { url: string; name: string; variant: Variant }) {
  const text = useBimText()
  const canvas = useRef<HTMLCanvasElement>(null)
  const mesh = useRef<Mesh>(null)
  const [state, setState] = useState<MeshState>({ at: 'loading', bytes: 0 })
  const dark = useSyncExternalStore(themeStore.subscribe, themeStore.read) === 'dark'
  useEffect(() => {
    const abort = new AbortController()
    const open = async () => {
      const { createMeshViewer } = await import('@plumbline/viewer/mesh-viewer')
      const bytes = await fetchBytes(url, abort.signal, (loaded) =>
        setState({ at: 'loading', bytes: loaded }),
      )
      if (!canvas.current || abort.signal.aborted) return
      mesh.current = createMeshViewer(canvas.current)
      await mesh.current.load(bytes.buffer)
      setState({ at: 'shown' })
    }
    open().catch(() => !abort.signal.aborted && setState({ at: 'failed' }))
    return () => {
      abort.abort()
      mesh.current?.dispose()
      mesh.current = null
    }
  }, [url])
  useEffect(() => {
    if (state.at === 'shown') mesh.current?.setDark(dark)
  }, [dark, state.at])
  if (state.at === 'failed')
    return (
      <EmptyState drawing="model" title={text.meshFailed}>
        {text.meshFailedHint}
      </EmptyState>
    )
  return (
    <div className="relative min-h-0 flex-1">
      <canvas
        ref={canvas}
        tabIndex={0}
        aria-label={text.meshOf(name)}
        className="absolute inset-0 size-full touch-none -outline-offset-2"
      />
      {state.at === 'loading' && (
        <div className="absolute inset-x-4 top-4 mx-auto max-w-100">
          <Progress
            label={text.openingDrawing}
            value={(state.bytes / Math.max(1, variant.size_bytes)) * 100}
            detail={text.ofBytes(formatSize(state.bytes), formatSize(variant.size_bytes))}
          />
        </div>
      )}
      <div className="absolute inset-x-0 bottom-3 mx-auto w-fit rounded-card border border-line bg-raised p-1 shadow-float">
        <IconButton
          name={text.wholeMesh}
          keys="0"
          icon={<Maximize aria-hidden />}
          onClick={() => mesh.current?.fit()}
        />
      </div>
    </div>
  )
}
