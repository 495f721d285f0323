import { type Attachment, getAttachment } from '@plumbline/contract/issues/attachments'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { urlOf } from '../../api/client.ts'
import { formatFileSize } from '../../ui/file-rules.ts'
import { Link } from '../../ui/Link.tsx'
import { useUiText } from '../../ui/text.tsx'
import { uploadAttachments } from './attachment-uploads.ts'
import { DetailSection } from './DetailSection.tsx'
import { FileButtons } from './FileButtons.tsx'
import { useIssueParams, useOpenIssue } from './issue-context.ts'
import { RemoveFileButton, RemoveFileDialog } from './RemoveFileButton.tsx'
import { useDetailText } from './text.ts'
import { UploadRows } from './UploadRows.tsx'

type Rendition = 'picture' | 'thumbnail' | 'marked' | 'original'

/** Builds the download URLs of attachments; the version in them busts the cache when the markup of a photo changes. */
export function useFileUrl() {
  const params = useIssueParams()
  return ({ id, version }: Attachment, as?: Rendition) =>
    urlOf(getAttachment, {
      params: { ...params, attachmentId: id },
      query: as ? { as, v: version } : { v: version },
    })
}

/** The attachments of an issue: photos as thumbnails, other files as rows, with buttons to add more. */
export function IssueFiles() {
  const text = useDetailText()
  const { project, issue, mayContribute, showPhoto } = useOpenIssue()
  const [removing, setRemoving] = useState<Attachment | null>(null)
  const photos = issue.attachments.filter(({ kind }) => kind === 'PHOTO')
  const files = issue.attachments.filter(({ kind }) => kind === 'FILE')
  if (issue.attachments.length === 0 && !mayContribute) return null
  return (
    <DetailSection
      title={text.files}
      action={mayContribute && <FileButtons onFiles={(list) => uploadAttachments(project.id, issue, list)} />}
    >
      <div className="flex flex-col gap-2">
        {photos.length > 0 && (
          <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
            {photos.map((photo) => (
              <Photo key={photo.id} photo={photo} onOpen={() => showPhoto(photo.id)} />
            ))}
          </ul>
        )}
        {files.length > 0 && (
          <ul className="flex flex-col">
            {files.map((file) => (
              <FileRow key={file.id} file={file} onRemove={() => setRemoving(file)} />
            ))}
          </ul>
        )}
        <UploadRows issueId={issue.id} />
      </div>
      <RemoveFileDialog file={removing} onClose={() => setRemoving(null)} />
    </DetailSection>
  )
}

function Photo({ photo, onOpen }: { photo: Attachment; onOpen: () => void }) {
  const text = useDetailText()
  const url = useFileUrl()
  return (
    <li>
      <button
        type="button"
        aria-label={text.openPhoto(photo.name)}
        onClick={onOpen}
        className="block w-full rounded-control"
      >
        <img
          src={url(photo, photo.markup ? 'marked' : 'thumbnail')}
          alt=""
          loading="lazy"
          className="aspect-square w-full rounded-control border border-line bg-sunken object-cover"
        />
      </button>
    </li>
  )
}

function FileRow({ file, onRemove }: { file: Attachment; onRemove: () => void }) {
  const { locale } = useUiText()
  const url = useFileUrl()
  return (
    <li className="flex min-h-8 items-center gap-2 text-13">
      <FileText aria-hidden className="text-text-muted" />
      <Link quiet href={url(file)} download={file.name} className="min-w-0 flex-1 truncate">
        {file.name}
      </Link>
      <span className="text-text-muted tabular-nums">{formatFileSize(file.size, locale)}</span>
      <RemoveFileButton file={file} onRemove={onRemove} />
    </li>
  )
}
