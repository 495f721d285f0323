import type { Attachment } from '@plumbline/contract/issues/attachments'
import { type RefObject, Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useQuestion } from '../../ui/use-question.ts'
import { useOpenIssue } from './issue-context.ts'
import { LazyMarkupDialog } from './LazyMarkupDialog.tsx'
import { RemoveFileDialog } from './RemoveFileButton.tsx'

const PhotoViewer = lazyPart(() => import('./PhotoViewer.tsx'), { placeless: true })

/** The photo viewer and the dialogs opened from it (markup, removal); only one of them is open at a time. */
export function IssuePhotos(props: {
  shown: string | null
  onShow: (id: string | null) => void
  /** element that opened the viewer: gets the focus back */
  opener: RefObject<HTMLElement | null>
}) {
  const { issue } = useOpenIssue()
  const { shown, onShow, opener } = props
  const [drawing, setDrawing] = useState<string | null>(null)
  const removing = useQuestion<Attachment>()
  const photos = issue.attachments.filter(({ kind }) => kind === 'PHOTO')
  const photo = photos.find(({ id }) => id === shown)
  const drawn = photos.find(({ id }) => id === drawing)
  return (
    <>
      {photo && (
        <Suspense>
          <PhotoViewer
            photos={photos}
            returnTo={opener}
            shown={photo.id}
            onShow={onShow}
            onClose={() => onShow(null)}
            onDraw={() => {
              setDrawing(photo.id)
              onShow(null)
            }}
            onRemove={() => {
              removing.ask(photo)
              onShow(null)
            }}
          />
        </Suspense>
      )}
      {drawn && <LazyMarkupDialog of={{ photo: drawn }} returnTo={opener} onClose={() => setDrawing(null)} />}
      <RemoveFileDialog question={removing} />
    </>
  )
}
