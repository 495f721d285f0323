import { findWayOut } from '@plumbline/contract/bim/bim.rules'
import { formatReason } from '@plumbline/contract/reasons'
import { useReasonText } from '../../api/reason-text.ts'
import { Banner } from '../../ui/Banner.tsx'
import { describeFileRefusal } from '../../ui/file-refusals.ts'
import type { FileRules, RefusedFile } from '../../ui/file-rules.ts'
import { useUiText } from '../../ui/text.tsx'
import { useBimText } from '../text.ts'

/** Maximum names listed per reason; a dropped folder can contain thousands. */
const MAX_NAMES = 20

/** Rejected files, grouped by what people can do about them. */
export function RejectedFiles({ refused, rules }: { refused: readonly RefusedFile[]; rules: FileRules }) {
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
    </Banner>
  )
}
