import { type ReactNode, useId } from 'react'

/** A section of the issue details with its heading. */
export function DetailSection(props: { title: string; action?: ReactNode; children?: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-1.5 flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="font-medium text-13">
          {props.title}
        </h3>
        {props.action}
      </div>
      {props.children}
    </section>
  )
}
