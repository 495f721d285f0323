import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatFileSize } from '../ui/file-rules.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { useUiText } from '../ui/text.tsx'
import { FilePreview } from './detail/FilePreview.tsx'

/** Files chosen for something that is not sent yet; `children` are further buttons of a file. */
export function ChosenFiles(props: {
  files: readonly File[]
  onRemove: (file: File) => void
  children?: (file: File) => ReactNode
}) {
  const ui = useUiText()
  if (props.files.length === 0) return null
  return (
    <ul className="flex flex-col gap-2">
      {props.files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two photos of a phone may have one name
        <li key={`${index} ${file.name}`} className="flex items-center gap-3 text-13">
          <FilePreview file={file} />
          <span className="min-w-0 flex-1 truncate">{file.name}</span>
          <span className="text-text-muted tabular-nums">{formatFileSize(file.size, ui.locale)}</span>
          {props.children?.(file)}
          <IconButton
            size="small"
            name={ui.remove(file.name)}
            icon={<X aria-hidden />}
            onClick={() => props.onRemove(file)}
          />
        </li>
      ))}
    </ul>
  )
}
