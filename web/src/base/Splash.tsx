import { Mark } from '../ui/Mark.tsx'
import { useAppText } from './text.ts'

/** The splash screen, shown until start-up has chosen a page. */
export function Splash() {
  const text = useAppText()
  return (
    <div role="status" className="grid min-h-page place-content-center justify-items-center gap-4">
      <Mark className="size-10" />
      <div className="h-1 w-40 overflow-hidden rounded-full bg-line">
        <div className="h-full w-1/3 animate-pulse rounded-full bg-text-muted" />
      </div>
      <p className="text-text-muted">{text.loading}</p>
    </div>
  )
}
