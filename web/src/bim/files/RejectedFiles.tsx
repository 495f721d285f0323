import { findWayOut } from '@plumbline/contract/bim/bim.rules'
import { formatReason } from '@plumbline/contract/reasons'
import { useEffect, useState } from 'react'
import { useReasonText } from '../../api/reason-text.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { describeFileRefusal } from '../../ui/file-refusals.ts'
import type { FileRules, RefusedFile } from '../../ui/file-rules.ts'
import { useUiText } from '../../ui/text.tsx'
import { useBimText } from '../text.ts'
import { findZippedModel } from './find-zipped-model.ts'

/** Maximum names listed per reason; a dropped folder can contain thousands. */
const MAX_NAMES = 20

/** Rejected files, grouped by remedy. */
export function RejectedFiles({
  refused,
  rules,
  onTake,
}: {
  refused: readonly RefusedFile[]
  rules: FileRules
  /** uploads a ZIP archive as the model in it */
  onTake: (archive: File) => void
}) {
  const text = useBimText()
  const ui = useUiText()
  const reasonText = useReasonText()
  const explain = ({ file, reason }: RefusedFile) => {
    const wayOut = reason === 'wrong_type' ? findWayOut(file.name) : null
    if (!wayOut) return describeFileRefusal(reason, rules, ui)
    return reasonText({ reason: wayOut, message: formatReason(wayOut) })
  }
  const groups = [...Map.groupBy(refused, explain)]
  const namesOf = (files: readonly RefusedFile[]) => {
    const names = files.slice(0, MAX_NAMES).map(({ file }) => file.name)
    return files.length > MAX_NAMES ? [...names, text.moreFiles(files.length - MAX_NAMES)] : names
  }
  return (
    <Banner tone="warning">
      <p className="font-medium">{text.notUploaded(refused.length)}</p>
      <ul className="text-13">
        {groups.map(([sentence, files]) => (
          <li key={sentence} className="mt-1">
            <p className="[overflow-wrap:anywhere]">{namesOf(files).join(', ')}</p>
            <p className="text-text-muted">{sentence}</p>
          </li>
        ))}
      </ul>
      {refused.map(({ file, reason }) =>
        reason === 'wrong_type' && /\.zip$/i.test(file.name) ? (
          <ZippedModel key={file.name} archive={file} onTake={onTake} />
        ) : null,
      )}
    </Banner>
  )
}

/** Offers to upload a ZIP archive that holds exactly one model. */
function ZippedModel({ archive, onTake }: { archive: File; onTake: (archive: File) => void }) {
  const text = useBimText()
  const [name, setName] = useState<string | null>(null)
  useEffect(() => {
    let isOpen = true
    void findZippedModel(archive)
      .catch(() => null)
      .then((found) => isOpen && setName(found))
    return () => {
      isOpen = false
    }
  }, [archive])
  if (name === null) return null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2 text-13">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{text.zipHolds(archive.name, name)}</span>
      <Button size="small" onClick={() => onTake(archive)}>
        {text.uploadAsIfczip}
      </Button>
    </div>
  )
}
