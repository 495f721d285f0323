import type { Attachment } from '@plumbline/contract/issues/attachments'
import { FileText } from 'lucide-react'
import { formatFileSize } from '../../ui/file-rules.ts'
import { Link } from '../../ui/Link.tsx'
import { useUiText } from '../../ui/text.tsx'
import { useQuestion } from '../../ui/use-question.ts'
import { DetailSection } from './DetailSection.tsx'
import { useOpenIssue } from './issue-context.ts'
import { RemoveFileButton, RemoveFileDialog } from './RemoveFileButton.tsx'
import { useDetailText } from './text.ts'
import { useFileUrl } from './use-file-url.ts'

/** The files of an issue that are not photos, as rows. */
export function IssueFiles() {
  const text = useDetailText()
  const { issue } = useOpenIssue()
  const removing = useQuestion<Attachment>()
  const files = issue.attachments.filter(({ kind }) => kind === 'FILE')
  if (files.length === 0) return null
  return (
    <DetailSection title={text.files}>
      <ul className="flex flex-col">
        {files.map((file) => (
          <FileRow key={file.id} file={file} onRemove={() => removing.ask(file)} />
        ))}
      </ul>
      <RemoveFileDialog question={removing} />
    </DetailSection>
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
