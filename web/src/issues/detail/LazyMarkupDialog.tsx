import { type RefObject, Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { MarkupTarget } from './markup-target.ts'

const MarkupDialog = lazyPart(() => import('../markup/MarkupDialog.tsx'), { placeless: true })

/** The markup editor, loaded on first use. */
export function LazyMarkupDialog(props: {
  of: MarkupTarget
  onClose: () => void
  returnTo?: RefObject<HTMLElement | null>
}) {
  return (
    <Suspense>
      <MarkupDialog {...props} />
    </Suspense>
  )
}
