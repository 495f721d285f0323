import { X } from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import { InkSwatch, shapeIcons } from './MarkupTools.tsx'
import { useMarkupText } from './text.ts'
import type { MarkupControls } from './use-markup.ts'

/** List of the shapes, for selecting them without a pointer. */
export function ShapeList({ drawing }: { drawing: MarkupControls }) {
  const text = useMarkupText()
  return (
    <section
      aria-label={text.shapes}
      className="w-52 flex-none overflow-y-auto border-line border-s bg-surface p-2 max-md:sr-only"
    >
      <h2 className="px-1 pb-1 font-medium text-13">{text.shapes}</h2>
      {drawing.shapes.length === 0 && <p className="px-1 text-13 text-text-muted">{text.noShapes}</p>}
      <ul>
        {drawing.shapes.map((shape, index) => {
          const Icon = shapeIcons[shape.kind]
          const name = `${text.kinds[shape.kind]} ${index + 1}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: shapes are identified by index
            <li key={index} className="flex items-center gap-1">
              <button
                type="button"
                aria-pressed={index === drawing.selected}
                onClick={() => drawing.select(index)}
                className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-control px-1 text-start text-13 hover:bg-sunken aria-pressed:bg-accent-soft"
              >
                <Icon aria-hidden />
                <span className="truncate">{shape.kind === 'TEXT' ? shape.text || name : name}</span>
                {shape.kind !== 'BLUR' && <InkSwatch color={shape.color} />}
              </button>
              <IconButton
                size="small"
                name={text.removeShape(name)}
                icon={<X aria-hidden />}
                onClick={() => drawing.remove(index)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
