import type { ReactNode } from 'react'
import { Mark } from '../ui/Mark.tsx'
import { useTitle } from './title.ts'

/** A full-page error: the problem, and one action that helps. */
export function FullPageError(props: { title: string; hint: string; action: ReactNode; detail?: ReactNode }) {
  useTitle('page', props.title)
  return (
    <main
      id="content"
      tabIndex={-1}
      className="grid min-h-page place-content-center justify-items-center gap-4 p-6 text-center outline-none"
    >
      <Mark className="size-10 text-text-faint" />
      <h1 className="font-semibold text-20">{props.title}</h1>
      <p className="max-w-100 text-text-muted">{props.hint}</p>
      {props.detail}
      <div className="mt-2 flex flex-wrap justify-center gap-2">{props.action}</div>
    </main>
  )
}
