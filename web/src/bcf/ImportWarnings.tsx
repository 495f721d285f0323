import type { BcfImport } from '@plumbline/contract/bcf/bcf'
import { useFileNotes } from '../bim/files/use-file-notes.ts'
import { Banner } from '../ui/Banner.tsx'
import { useBcfText } from './text.ts'

/** Problems found in the file and data that could not be imported: one line per kind, with its count. */
export function ImportWarnings({ warnings }: { warnings: BcfImport['warnings'] }) {
  const text = useBcfText()
  const translateNote = useFileNotes()
  if (warnings.length === 0) return null
  return (
    <Banner tone="warning">
      <p className="font-medium">{text.warnings}</p>
      <ul className="list-inside list-disc text-13">
        {warnings.map((warning) => (
          <li key={warning.code}>
            {translateNote(warning).message}
            {warning.count > 1 && <span className="text-text-muted"> ({text.times(warning.count)})</span>}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
