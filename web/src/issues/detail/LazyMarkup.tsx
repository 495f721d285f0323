import { lazy, type RefObject, Suspense } from 'react'
import type { Drawable } from './drawable.ts'

const MarkupDialog = lazy(() => import('../markup/MarkupDialog.tsx'))

/** The markup editor, loaded on first use. */
export function Drawing(props: {
  of: Drawable
  onClose: () => void
  returnTo?: RefObject<HTMLElement | null>
}) {
  return (
    <Suspense>
      <MarkupDialog {...props} />
    </Suspense>
  )
}
