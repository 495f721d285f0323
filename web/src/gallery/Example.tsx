import type { ReactNode } from 'react'

/** A component of the UI kit with its states under a heading. */
export function Example(props: { name: string; children: ReactNode }) {
  return (
    <section className="border-line border-t py-5" aria-labelledby={`example-${props.name}`}>
      <h3 id={`example-${props.name}`} className="mb-3 font-medium text-12 text-text-muted">
        {props.name}
      </h3>
      {props.children}
    </section>
  )
}

/** States side by side, wrapping. */
export function Row(props: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{props.children}</div>
}
