import { markColors } from '@plumbline/contract/issues/attachments'
import { inkColors } from '@plumbline/contract/issues/markup'
import {
  ArrowUpRight,
  Cloud,
  Droplets,
  Maximize,
  MousePointer2,
  PenLine,
  Redo2,
  Square,
  Trash2,
  Type,
  Undo2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { Select } from '../../ui/Select.tsx'
import { Toolbar, ToolbarButton, ToolbarSeparator } from '../../ui/Toolbar.tsx'
import { MAX_SHAPES } from './markup-state.ts'
import type { MarkupShapeKind } from './shapes.ts'
import { useMarkupText } from './text.ts'
import { toolKeys } from './tool-keys.ts'
import type { MarkupControls } from './use-markup.ts'
import type { useMarkupCanvas } from './use-markup-canvas.ts'

export const shapeIcons: Record<
  MarkupShapeKind,
  ComponentType<{ 'aria-hidden'?: boolean; className?: string }>
> = {
  PEN: PenLine,
  ARROW: ArrowUpRight,
  BOX: Square,
  CLOUD: Cloud,
  TEXT: Type,
  BLUR: Droplets,
}
const widths = { thin: 0.003, normal: 0.006, thick: 0.012 } as const
const shortcutOf = (tool: string) =>
  Object.entries(toolKeys)
    .find(([, each]) => each === tool)?.[0]
    ?.toUpperCase() ?? undefined

/** Colour sample with the contrasting outline that the ink has on the image. */
export function InkSwatch({ color }: { color: keyof typeof inkColors }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 flex-none">
      <circle
        cx="8"
        cy="8"
        r="6"
        fill={inkColors[color].color}
        stroke={inkColors[color].casing}
        strokeWidth="2"
      />
      <circle cx="8" cy="8" r="7.25" className="fill-none stroke-line-strong" strokeWidth="0.75" />
    </svg>
  )
}

/** Toolbar of the markup editor: shapes, undo and redo, zoom, colour and line width. */
export function MarkupTools(props: { drawing: MarkupControls; canvas: ReturnType<typeof useMarkupCanvas> }) {
  const { drawing, canvas } = props
  const text = useMarkupText()
  const { tool, style } = drawing
  const kinds = Object.keys(shapeIcons) as MarkupShapeKind[]
  const width = (Object.keys(widths) as (keyof typeof widths)[]).reduce((best, each) =>
    Math.abs(widths[each] - style.width) < Math.abs(widths[best] - style.width) ? each : best,
  )
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-surface px-2 py-1">
      <Toolbar label={text.tools} className="flex-wrap">
        <ToolbarButton
          name={text.select}
          keys={shortcutOf('SELECT')}
          icon={<MousePointer2 aria-hidden />}
          pressed={tool === 'SELECT'}
          onClick={() => drawing.choose('SELECT')}
        />
        {kinds.map((kind) => {
          const Icon = shapeIcons[kind]
          return (
            <ToolbarButton
              key={kind}
              name={text.kinds[kind]}
              keys={shortcutOf(kind)}
              icon={<Icon aria-hidden />}
              pressed={tool === kind}
              disabled={drawing.isFull && text.tooMany(MAX_SHAPES)}
              onClick={() => drawing.choose(kind)}
            />
          )
        })}
        <ToolbarSeparator />
        <ToolbarButton
          name={text.undo}
          keys="Ctrl Z"
          icon={<Undo2 aria-hidden />}
          disabled={!drawing.mayUndo}
          onClick={drawing.undo}
        />
        <ToolbarButton
          name={text.redo}
          keys="Ctrl Shift Z"
          icon={<Redo2 aria-hidden />}
          disabled={!drawing.mayRedo}
          onClick={drawing.redo}
        />
        <ToolbarButton
          name={text.remove}
          keys="Delete"
          icon={<Trash2 aria-hidden />}
          disabled={!drawing.shape}
          onClick={() => drawing.remove(drawing.selected)}
        />
        <span className="hidden items-center gap-0.5 sm:flex">
          <ToolbarSeparator />
          <ToolbarButton name={text.zoomOut} icon={<ZoomOut aria-hidden />} onClick={canvas.zoomOut} />
          <ToolbarButton name={text.zoomIn} icon={<ZoomIn aria-hidden />} onClick={canvas.zoomIn} />
          <ToolbarButton name={text.whole} icon={<Maximize aria-hidden />} onClick={canvas.fit} />
        </span>
      </Toolbar>
      <Select
        aria-label={text.color}
        options={markColors.map((color) => ({
          value: color,
          label: text.colors[color],
          icon: <InkSwatch color={color} />,
        }))}
        value={style.color}
        onChange={(color) => color && drawing.restyle({ color })}
        className="w-32"
      />
      <Select
        aria-label={text.width}
        options={(Object.keys(widths) as (keyof typeof widths)[]).map((value) => ({
          value,
          label: text.widths[value],
        }))}
        value={width}
        onChange={(chosen) => chosen && drawing.restyle({ width: widths[chosen] })}
        className="w-28"
      />
    </div>
  )
}
