import { lazy, type RefObject, Suspense } from 'react'
import type { MarkupTarget } from './markup-target.ts'

const MarkupDialog = lazy(() => import('../markup/MarkupDialog.tsx'))

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
