import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import { useViewerText } from './text.ts'

/** What belongs to the tool in hand: over the canvas, above the toolbar. */
export function FloatingCard(props: { title: string; onClose: () => void; children: ReactNode }) {
  const text = useViewerText()
  return (
    <section
      aria-label={props.title}
      className="absolute inset-x-2 bottom-16 z-10 flex max-h-[45%] flex-col overflow-hidden rounded-card border border-line bg-raised shadow-float sm:inset-x-auto sm:start-3 sm:max-h-[calc(100%-8.5rem)] sm:w-80"
    >
      <header className="flex flex-none items-center gap-2 py-1.5 ps-3 pe-1.5">
        <h2 className="flex-1 font-semibold">{props.title}</h2>
        <IconButton size="small" name={text.close} icon={<X aria-hidden />} onClick={props.onClose} />
      </header>
      <div className="min-h-0 overflow-y-auto px-3 pb-3">{props.children}</div>
    </section>
  )
}
