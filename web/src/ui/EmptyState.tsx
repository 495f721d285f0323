import type { ReactNode } from 'react'

/** Line drawings, 120 by 80 units, stroke 1.5, with one part in the accent colour. */
const drawings = {
  model: (
    <>
      <path d="M20 64h80M32 64V34l28-14 28 14v30M32 34l28 14 28-14M60 48v16" />
      <path className="stroke-accent" d="M60 4v10M57 14h6l1 3-4 7-4-7z" />
    </>
  ),
  list: (
    <>
      <path d="M30 14h60v52H30zM40 28h6M52 28h28M40 40h6M52 40h22M40 52h6M52 52h16" />
      <path className="stroke-accent" d="M84 46v8M82 54h4l1 2-3 6-3-6z" />
    </>
  ),
  people: (
    <>
      <path d="M42 34a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM26 62c0-12 6-18 16-18s16 6 16 18M74 38a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM66 49c2-2 5-3 8-3 9 0 14 6 14 16" />
      <path className="stroke-accent" d="M100 30v12M94 36h12" />
    </>
  ),
  talk: (
    <>
      <path d="M24 18h50v30H46l-12 10V48H24z" />
      <path d="M82 30h14v26h-8v8l-9-8H62v-4" />
      <path className="stroke-accent" d="M36 28h26M36 37h16" />
    </>
  ),
  search: (
    <>
      <path d="M24 22h44M24 34h26M24 46h20M24 58h28" />
      <path className="stroke-accent" d="M76 54a14 14 0 1 0 0-28 14 14 0 0 0 0 28zM86 50l12 12" />
    </>
  ),
  bell: (
    <>
      <path d="M42 56h36l-4-7V36c0-9-6-15-14-15s-14 6-14 15v13zM60 21v-5" />
      <path className="stroke-accent" d="M55 62c1 3 3 4 5 4s4-1 5-4" />
    </>
  ),
  broken: (
    <>
      <path d="M30 16h26l-6 16 12 10-8 22H30zM66 16h24v48H64l8-22-12-10z" />
    </>
  ),
}

/**
 * A placeholder for an empty list or page: why it is empty, and the next step.
 *
 *     <EmptyState drawing="list" title="No issues yet" action={<Button look="primary">Create an issue</Button>}>
 *       Issues are what has to be repaired, with a place in the model.</EmptyState>
 */
export function EmptyState(props: {
  drawing: keyof typeof drawings
  title: string
  /** renders the title as the page's h1 */
  whole?: boolean
  children?: ReactNode
  /** one primary action, then secondary ones */
  action?: ReactNode
}) {
  const Title = props.whole ? 'h1' : 'p'
  return (
    <div className="mx-auto flex max-w-100 flex-col items-center px-4 py-10 text-center">
      <svg
        viewBox="0 0 120 80"
        aria-hidden="true"
        className="mb-4 h-20 w-30 fill-none stroke-line-strong stroke-[1.5] [stroke-linecap:round] [stroke-linejoin:round]"
      >
        {drawings[props.drawing]}
      </svg>
      <Title className="font-semibold text-16">{props.title}</Title>
      {props.children && <div className="mt-1 text-text-muted">{props.children}</div>}
      {props.action && <div className="mt-4 flex flex-wrap justify-center gap-2">{props.action}</div>}
    </div>
  )
}
