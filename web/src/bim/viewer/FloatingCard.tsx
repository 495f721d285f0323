import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNarrow } from '../../base/narrow.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { OVER_CANVAS } from './covered-areas.ts'
import { useViewerText } from './text.ts'
import { useReframe } from './use-reframe.ts'
import { useReturnFocusToCanvas } from './use-return-focus-to-canvas.ts'

/**
 * Card of the active tool, over the canvas. On phones only `brief` is shown until it is expanded, because the card would
 * cover the elements that the tool is used on.
 */
export function FloatingCard(props: {
  title: string
  onClose: () => void
  brief?: ReactNode
  children: ReactNode
}) {
  const text = useViewerText()
  const narrow = useNarrow()
  const [whole, setWhole] = useState(false)
  const card = useReturnFocusToCanvas<HTMLElement>()
  useReframe(whole)
  const isFolded = narrow && props.brief !== undefined && !whole
  return (
    <section
      {...OVER_CANVAS}
      ref={card}
      aria-label={props.title}
      className="absolute inset-x-2 bottom-16 z-10 flex max-h-[45%] flex-col overflow-hidden rounded-card border border-line bg-raised shadow-float sm:inset-x-auto sm:start-3 sm:max-h-[calc(100%-8.5rem)] sm:w-80"
    >
      <header className="flex flex-none items-center gap-2 py-1.5 ps-3 pe-1.5">
        <h2 className="flex-1 font-semibold">{props.title}</h2>
        {narrow && props.brief !== undefined && (
          <IconButton
            size="small"
            name={whole ? text.lessOf : text.moreOf}
            icon={whole ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
            onClick={() => setWhole(!whole)}
          />
        )}
        <IconButton size="small" name={text.close} icon={<X aria-hidden />} onClick={props.onClose} />
      </header>
      <div className="min-h-0 overflow-y-auto px-3 pb-3">
        {props.brief}
        {!isFolded && props.children}
      </div>
    </section>
  )
}
