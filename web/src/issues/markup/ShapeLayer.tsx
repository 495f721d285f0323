import type { MarkupShape } from '@plumbline/contract/issues/attachments'
import { buildInk } from '@plumbline/contract/issues/markup'
import { useId } from 'react'
import { computeShapeBox, getEndPoints, type ImageSize } from './shapes.ts'

/** blur radius as a fraction of the image's longer side */
const BLUR = 0.012

/** SVG layer with the shapes over the image, rendered with the same inks as the stored picture. */
export function ShapeLayer(props: {
  src: string
  size: ImageSize
  shapes: readonly MarkupShape[]
  selected: number
  /** image pixels per screen pixel */
  unit: number
}) {
  const { size, shapes, unit } = props
  const blur = useId()
  const chosen = shapes[props.selected]
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      aria-hidden="true"
      className="absolute inset-0 size-full overflow-visible"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <filter id={blur} x="0" y="0" width="1" height="1">
        <feGaussianBlur stdDeviation={BLUR * Math.max(size.width, size.height)} edgeMode="duplicate" />
      </filter>
      {shapes.map((shape, index) =>
        shape.kind === 'BLUR' ? (
          <BlurShape
            // biome-ignore lint/suspicious/noArrayIndexKey: shapes are identified by index
            key={index}
            shape={shape}
            src={props.src}
            size={size}
            filter={`url(#${blur})`}
            unit={unit}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes are identified by index
          <InkShape key={index} shape={shape} size={size} />
        ),
      )}
      {chosen && <SelectionFrame shape={chosen} size={size} unit={unit} />}
    </svg>
  )
}

function InkShape({ shape, size }: { shape: MarkupShape; size: ImageSize }) {
  return buildInk(shape, size.width, size.height).map((ink, index) => {
    const paint = { fill: ink.fill, stroke: ink.stroke, strokeWidth: ink.stroke_width }
    return 'd' in ink ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: layers of one shape
      <path key={index} d={ink.d} {...paint} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: layers of one shape
      <text key={index} x={ink.x} y={ink.y} fontSize={ink.size} {...paint} className="font-sans">
        {ink.text}
      </text>
    )
  })
}

function BlurShape(props: {
  shape: MarkupShape
  src: string
  size: ImageSize
  filter: string
  unit: number
}) {
  const clip = useId()
  const box = computeShapeBox(props.shape, props.size)
  return (
    <>
      <clipPath id={clip}>
        <rect {...box} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <image href={props.src} width={props.size.width} height={props.size.height} filter={props.filter} />
      </g>
      <rect {...box} className="fill-none stroke-line-strong" strokeWidth={props.unit} />
    </>
  )
}

function SelectionFrame({ shape, size, unit }: { shape: MarkupShape; size: ImageSize; unit: number }) {
  const box = computeShapeBox(shape, size)
  const room = 6 * unit
  const frame = {
    x: box.x - room,
    y: box.y - room,
    width: box.width + 2 * room,
    height: box.height + 2 * room,
  }
  return (
    <>
      <rect {...frame} className="fill-none stroke-surface" strokeWidth={3 * unit} />
      <rect
        {...frame}
        className="fill-none stroke-focus"
        strokeWidth={1.5 * unit}
        strokeDasharray={`${5 * unit} ${4 * unit}`}
      />
      {getEndPoints(shape).map(([x, y], end) => (
        <circle
          key={end === 0 ? 'from' : 'to'}
          cx={x * size.width}
          cy={y * size.height}
          r={6 * unit}
          className="fill-surface stroke-focus"
          strokeWidth={1.5 * unit}
        />
      ))}
    </>
  )
}
