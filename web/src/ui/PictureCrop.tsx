import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react'
import { type Crop, changeCrop, computeCropRect, MAX_ZOOM } from './crop.ts'
import { cx } from './cx.ts'
import { type DecodedPicture, drawPicturePart } from './picture-file.ts'
import { useUiText } from './text.tsx'

/** An arrow key moves by this fraction of the frame; + and - zoom by this factor. */
const step = 0.05
const zoom_step = 1.1
const canvas_width = 640

/**
 * A crop editor with a live preview: moved by dragging or arrow keys, zoomed by the slider, the wheel, or + and -.
 */
export function PictureCrop(props: {
  picture: DecodedPicture
  aspect: number
  round: boolean
  crop: Crop
  onChange: (crop: Crop) => void
}) {
  const { picture, aspect, crop } = props
  const text = useUiText()
  const canvas = useRef<HTMLCanvasElement>(null)
  const dragged = useRef<{ x: number; y: number } | null>(null)
  const help = useId()
  const rect = computeCropRect(picture.bitmap, aspect, crop)
  const change = (by: { right?: number; down?: number; zoom?: number }) =>
    props.onChange(changeCrop(picture.bitmap, aspect, crop, by))

  useEffect(() => {
    if (canvas.current)
      drawPicturePart(canvas.current, picture, computeCropRect(picture.bitmap, aspect, crop))
  }, [picture, aspect, crop])
  useEffect(() => canvas.current?.focus({ preventScroll: true }), [])

  function press(event: KeyboardEvent) {
    const far = step * rect.width
    const changes: Record<string, Parameters<typeof change>[0]> = {
      ArrowLeft: { right: -far },
      ArrowRight: { right: far },
      ArrowUp: { down: -far },
      ArrowDown: { down: far },
      '+': { zoom: crop.zoom * zoom_step },
      '=': { zoom: crop.zoom * zoom_step },
      '-': { zoom: crop.zoom / zoom_step },
    }
    const by = changes[event.key]
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    change(by)
  }
  function drag(event: PointerEvent<HTMLCanvasElement>) {
    if (!dragged.current) return
    const scale = rect.width / event.currentTarget.clientWidth
    change({
      right: (dragged.current.x - event.clientX) * scale,
      down: (dragged.current.y - event.clientY) * scale,
    })
    dragged.current = { x: event.clientX, y: event.clientY }
  }
  return (
    <div className="flex flex-col items-center gap-3">
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: arrow keys must reach it, not the screen reader */}
      <canvas
        ref={canvas}
        width={canvas_width}
        height={Math.round(canvas_width / aspect)}
        tabIndex={0}
        role="application"
        aria-label={text.pictureFrame}
        aria-describedby={help}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          dragged.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          dragged.current = null
        }}
        onWheel={(event) => change({ zoom: crop.zoom * zoom_step ** -Math.sign(event.deltaY) })}
        className={cx(
          'cursor-move touch-none bg-sunken ring-1 ring-line',
          props.round ? 'w-60 rounded-full' : 'w-full rounded-control',
        )}
      />
      <p id={help} className="text-center text-13 text-text-muted">
        {text.pictureFrameHelp}
      </p>
      <label className="flex w-full max-w-80 items-center gap-3 text-13">
        <span className="font-medium">{text.zoom}</span>
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.01}
          value={crop.zoom}
          aria-valuetext={text.percent(crop.zoom)}
          onChange={(event) => change({ zoom: Number(event.currentTarget.value) })}
          className="min-w-0 flex-1 pointer-coarse:h-11"
        />
      </label>
    </div>
  )
}
