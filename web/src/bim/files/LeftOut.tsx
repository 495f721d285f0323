import { Banner } from '../../ui/Banner.tsx'
import { describeFileRefusal } from '../../ui/file-refusals.ts'
import type { FileRules, RefusedFile } from '../../ui/file-rules.ts'
import { useUiText } from '../../ui/text.tsx'
import { useBimText } from '../text.ts'

/** Names of one reason; of a dropped folder there can be thousands. */
const MOST_NAMES = 20

/** Files that are not taken, together by the reason. */
export function LeftOut({ refused, rules }: { refused: readonly RefusedFile[]; rules: FileRules }) {
  const text = useBimText()
  const ui = useUiText()
  const reasons = [...Map.groupBy(refused, ({ reason }) => reason)]
  const namesOf = (files: readonly RefusedFile[]) => {
    const names = files.slice(0, MOST_NAMES).map(({ file }) => file.name)
    return files.length > MOST_NAMES ? [...names, text.moreFiles(files.length - MOST_NAMES)] : names
  }
  return (
    <Banner tone="warning">
      <p className="font-medium">{text.leftOut(refused.length)}</p>
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
