import type { Attachment } from '@plumbline/contract/issue-attachments'
import { Trash2 } from 'lucide-react'
import { IconButton } from '../../ui/IconButton.tsx'
import { useOpenIssue, useWhyNot } from './issue-context.ts'
import { useDetailText } from './text.ts'

/** Takes a file off the issue; one of somebody else says who may. */
export function RemoveButton({ file, onRemove }: { file: Attachment; onRemove: () => void }) {
  const text = useDetailText()
  const { mayContribute } = useOpenIssue()
  const whyNot = useWhyNot()
  if (!mayContribute) return null
  return (
    <IconButton
      name={text.removeFile(file.name)}
      icon={<Trash2 aria-hidden />}
      disabled={whyNot({ remove: file.created_by })}
      onClick={onRemove}
    />
  )
}
