import { Banner } from '../../ui/Banner.tsx'
import { describeFileRefusal } from '../../ui/file-refusals.ts'
import type { FileRules, RefusedFile } from '../../ui/file-rules.ts'
import { useUiText } from '../../ui/text.tsx'
import { useBimText } from '../text.ts'

/** Maximum names listed per reason; a dropped folder can contain thousands. */
const MAX_NAMES = 20

/** Rejected files, grouped by reason. */
export function RejectedFiles({ refused, rules }: { refused: readonly RefusedFile[]; rules: FileRules }) {
  const text = useBimText()
  const ui = useUiText()
  const reasons = [...Map.groupBy(refused, ({ reason }) => reason)]
  const namesOf = (files: readonly RefusedFile[]) => {
    const names = files.slice(0, MAX_NAMES).map(({ file }) => file.name)
    return files.length > MAX_NAMES ? [...names, text.moreFiles(files.length - MAX_NAMES)] : names
  }
  return (
    <Banner tone="warning">
      <p className="font-medium">{text.notUploaded(refused.length)}</p>
      <ul className="text-13">
        {reasons.map(([reason, files]) => (
          <li key={reason} className="mt-1">
            <p className="[overflow-wrap:anywhere]">{namesOf(files).join(', ')}</p>
            <p className="text-text-muted">{describeFileRefusal(reason, rules, ui)}</p>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
