import type { Attachment } from '@plumbline/contract/issues/attachments'
import { ChevronLeft, ChevronRight, Download, Maximize, Pencil, ZoomIn, ZoomOut } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { usePanZoom } from '../../bim/files/use-pan-zoom.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { FullScreen } from '../../ui/FullScreen.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { keepToastsAbove } from '../../ui/keep-toasts-above.ts'
import { Link } from '../../ui/Link.tsx'
import { exactTime } from '../../users/dates.ts'
import { useIssueRefusal, useOpenIssue } from './issue-context.ts'
import { RemoveFileButton } from './RemoveFileButton.tsx'
import { useDetailText } from './text.ts'
import { useFileUrl } from './use-file-url.ts'

/** Full-screen photo viewer: arrow keys switch photos; dragging, the wheel and pinching pan and zoom. */
export default function PhotoViewer(props: {
  photos: readonly Attachment[]
  shown: string
  onShow: (id: string) => void
  onClose: () => void
  onDraw: () => void
  onRemove: () => void
  returnTo: RefObject<HTMLElement | null>
}) {
  const { photos } = props
  const text = useDetailText()
  const { mayContribute, relation } = useOpenIssue()
  const explainRefusal = useIssueRefusal()
  const url = useFileUrl()
  const at = photos.findIndex(({ id }) => id === props.shown)
  const photo = photos[at]
  if (!photo) return null
  const showNeighbour = (by: number) => {
    const next = photos[(at + by + photos.length) % photos.length]
    if (next) props.onShow(next.id)
  }
  const own = photo.created_by === relation.user_id
  return (
    <FullScreen
      open
      onClose={props.onClose}
      title={photo.name}
      returnTo={props.returnTo}
      onKeyDown={(event) => {
        if (event.key === 'PageUp' || (event.key === 'ArrowLeft' && !event.defaultPrevented))
          showNeighbour(-1)
        else if (event.key === 'PageDown' || (event.key === 'ArrowRight' && !event.defaultPrevented))
          showNeighbour(1)
        else return
        event.preventDefault()
      }}
      actions={() => (
        <>
          {mayContribute && (
            <Button
              icon={<Pencil aria-hidden />}
              disabled={explainRefusal({ draw_on: photo.created_by })}
              onClick={props.onDraw}
            >
              {text.draw}
            </Button>
          )}
          <ButtonLink href={url(photo, photo.markup ? 'marked' : 'picture')} download={photo.name}>
            <Download aria-hidden />
            <span className="max-sm:sr-only">{text.download}</span>
          </ButtonLink>
          {own && (
            <ButtonLink href={url(photo, 'original')} download={photo.name} className="max-sm:hidden">
              {text.originalFile}
            </ButtonLink>
          )}
          <RemoveFileButton file={photo} onRemove={props.onRemove} />
        </>
      )}
    >
      <ZoomablePhoto key={photo.id} photo={photo} src={url(photo, photo.markup ? 'marked' : 'picture')} />
      <footer
        ref={keepToastsAbove}
        className="flex flex-none flex-wrap items-center justify-center gap-x-4 gap-y-1 border-line border-t bg-surface px-4 py-2 text-13"
      >
        {photos.length > 1 && (
          <span className="flex items-center gap-1">
            <IconButton
              name={text.previous}
              keys="PageUp"
              icon={<ChevronLeft aria-hidden />}
              onClick={() => showNeighbour(-1)}
            />
            <span role="status" className="tabular-nums">
              {text.position(at + 1, photos.length)}
            </span>
            <IconButton
              name={text.next}
              keys="PageDown"
              icon={<ChevronRight aria-hidden />}
              onClick={() => showNeighbour(1)}
            />
          </span>
        )}
        {own && <CaptureInfo photo={photo} />}
      </footer>
    </FullScreen>
  )
}

/** A photo with pan and zoom. */
export function ZoomablePhoto({
  photo,
  src,
}: {
  photo: Pick<Attachment, 'name' | 'width' | 'height'>
  src: string
}) {
  const text = useDetailText()
  const sheet = useRef({ width: photo.width ?? 1, height: photo.height ?? 1 })
  const table = usePanZoom(sheet.current)
  const { view } = table
  return (
    <div className="relative min-h-0 flex-1">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the zoom buttons do the same by keyboard */}
      <div
        ref={table.frame.ref}
        onPointerDown={table.frame.onPointerDown}
        onPointerMove={table.frame.onPointerMove}
        onPointerUp={table.frame.onPointerUp}
        onPointerCancel={table.frame.onPointerCancel}
        onDoubleClick={table.fit}
        className="absolute inset-0 cursor-grab touch-none select-none overflow-hidden bg-sunken active:cursor-grabbing"
      >
        {view && (
          <img
            src={src}
            alt={text.photoOf(photo.name)}
            draggable={false}
            className="pointer-events-none absolute max-w-none"
            // physical screen coordinates, also in right-to-left languages
            style={{
              left: view.x,
              top: view.y,
              width: sheet.current.width * view.scale,
              height: sheet.current.height * view.scale,
            }}
          />
        )}
      </div>
      <ZoomButtons table={table} />
    </div>
  )
}

function ZoomButtons({
  table,
}: {
  table: Pick<ReturnType<typeof usePanZoom>, 'zoomIn' | 'zoomOut' | 'fit'>
}) {
  const text = useDetailText()
  return (
    <div className="absolute end-3 bottom-3 flex gap-1 rounded-card border border-line bg-raised p-1 shadow-float">
      <IconButton size="small" name={text.zoomOut} icon={<ZoomOut aria-hidden />} onClick={table.zoomOut} />
      <IconButton size="small" name={text.zoomIn} icon={<ZoomIn aria-hidden />} onClick={table.zoomIn} />
      <IconButton size="small" name={text.wholePicture} icon={<Maximize aria-hidden />} onClick={table.fit} />
    </div>
  )
}

/** Capture time and place of a photo, shown only to the person who uploaded it. */
function CaptureInfo({ photo }: { photo: Attachment }) {
  const text = useDetailText()
  const place = photo.taken_place
  if (!photo.taken_at && !place) return null
  const map =
    place &&
    `https://www.openstreetmap.org/?mlat=${place.lat}&mlon=${place.lng}#map=18/${place.lat}/${place.lng}`
  return (
    <p className="text-text-muted">
      {photo.taken_at && text.takenAt(exactTime(photo.taken_at))}{' '}
      {map && (
        <Link href={map} newTab>
          {text.takenHere}
        </Link>
      )}{' '}
      {text.onlyYou}
    </p>
  )
}
