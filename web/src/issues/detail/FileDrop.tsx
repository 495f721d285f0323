import { maxAttachmentBytes, maxAttachments } from '@plumbline/contract/issues/attachments'
import type { ReactNode } from 'react'
import { Dropzone } from '../../ui/Dropzone.tsx'
import { uploadAttachments } from './attachment-uploads.ts'
import { useOpenIssue } from './issue-context.ts'
import { useDetailText } from './text.ts'

/** any extension: the server accepts or rejects by the file's content */
const rules = { endings: [''], max_bytes: maxAttachmentBytes, max_files: maxAttachments }

/** The scrolling part of the issue as a drop zone for files. */
export function FileDrop({ children }: { children: ReactNode }) {
  const text = useDetailText()
  const { project, issue, mayContribute } = useOpenIssue()
  return (
    <Dropzone
      label={text.dropFiles}
      rules={rules}
      disabled={!mayContribute}
      onFiles={(files) => uploadAttachments(project.id, issue, files)}
      className="min-h-0 flex-1 overflow-y-auto"
    >
      {children}
    </Dropzone>
  )
}
