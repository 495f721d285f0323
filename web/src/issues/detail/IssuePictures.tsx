import type { Attachment } from '@plumbline/contract/issues/attachments'
import { useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { useQuestion } from '../../ui/use-question.ts'
import { useOpenIssue } from './issue-context.ts'
import { LazyMarkupDialog } from './LazyMarkupDialog.tsx'
import { pictureClass } from './picture-class.ts'
import { useDetailText } from './text.ts'
import { useFileUrl } from './use-file-url.ts'
import { RemoveViewDialog, ViewpointItem } from './ViewpointItem.tsx'

/** The issue's photos and views of the model, in one strip that scrolls sideways. */
export function IssuePictures() {
  const text = useDetailText()
  const { issue, showPhoto } = useOpenIssue()
  const [drawing, setDrawing] = useState<string | null>(null)
  const removing = useQuestion<string>()
  const photos = issue.attachments.filter(({ kind }) => kind === 'PHOTO')
  const count = photos.length + issue.viewpoints.length
  const drawn = issue.viewpoints.find(({ guid }) => guid === drawing)
  if (count === 0) return null
  return (
    <section aria-label={text.pictures} data-sideways={count > 1 || undefined}>
      <ul
        className={cx(
          'grid',
          count > 1 && 'snap-x auto-cols-[82%] grid-flow-col gap-2 overflow-x-auto overscroll-x-contain pb-1',
        )}
      >
        {photos.map((photo, index) => (
          <Photo key={photo.id} photo={photo} isFirst={index === 0} onOpen={() => showPhoto(photo.id)} />
        ))}
        {issue.viewpoints.map((view, index) => (
          <ViewpointItem
            key={view.guid}
            view={view}
            index={index}
            onDraw={() => setDrawing(view.guid)}
            onRemove={() => removing.ask(view.guid)}
          />
        ))}
      </ul>
      {drawn && <LazyMarkupDialog of={{ view: drawn }} onClose={() => setDrawing(null)} />}
      <RemoveViewDialog question={removing} />
    </section>
  )
}

function Photo({ photo, isFirst, onOpen }: { photo: Attachment; isFirst: boolean; onOpen: () => void }) {
  const text = useDetailText()
  const url = useFileUrl()
  const small = url(photo, 'marked_thumbnail')
  return (
    <li className="snap-start">
      <button
        type="button"
        aria-label={text.openPhoto(photo.name)}
        onClick={onOpen}
        className="block w-full rounded-control"
      >
        <img
          src={small}
          srcSet={`${small} 480w, ${url(photo, photo.markup ? 'marked' : 'picture')} 2560w`}
          sizes="28rem"
          alt=""
          loading={isFirst ? 'eager' : 'lazy'}
          className={pictureClass}
        />
      </button>
    </li>
  )
}
