import type { BcfImportRow } from '@plumbline/contract/bcf/bcf'
import { parseCustomKey } from '@plumbline/contract/issues/custom-keys'
import { ArrowRight } from 'lucide-react'
import { useCustomFields } from '../issues/custom-fields/use-custom-fields.ts'
import { useListedFieldLabels } from '../issues/field-names.ts'
import { Badge } from '../ui/Badge.tsx'
import { cx } from '../ui/cx.ts'
import { longDate } from '../users/dates.ts'
import { type BcfText, useBcfText } from './text.ts'

type Difference = BcfImportRow['differences'][number]

/** fields with set values: the two sides are merged, not replaced */
const setFields = ['labels', 'reference_links']

function reasonOf({ field, taken, conflict }: Difference, why: BcfText['why']): string {
  if (taken === 'THEIRS' && setFields.includes(field)) return why.together
  if (taken === 'THEIRS') return conflict || field === 'comment' ? why.fileLater : why.fileOnly
  return conflict || field === 'comment' ? why.hereLater : why.hereOnly
}

/** The fields in which an issue and its BCF topic differ: both values, the winning one, and why. */
export function TopicDifferences({
  projectId,
  differences,
}: {
  projectId: string
  differences: readonly Difference[]
}) {
  const text = useBcfText()
  const { byId } = useCustomFields(projectId)
  const names: Record<string, string> = { ...useListedFieldLabels(), ...text.fields }
  return (
    <ul className="mt-1 text-13">
      {differences.map((each) => (
        <li
          key={`${each.field} ${each.theirs}`}
          className="grid gap-x-3 gap-y-0.5 py-1 sm:grid-cols-[7rem_minmax(0,1fr)_auto] sm:items-baseline"
        >
          <span className="text-text-muted">
            {names[each.field] ?? byId.get(parseCustomKey(each.field) ?? '')?.name ?? each.field}
          </span>
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <Value label={text.ours} value={each.ours} difference={each} side="OURS" />
            <ArrowRight
              aria-hidden
              className="size-3.5 flex-none self-center text-text-muted rtl:rotate-180"
            />
            <Value label={text.theirs} value={each.theirs} difference={each} side="THEIRS" />
          </span>
          <span>
            <Badge tone={each.conflict ? 'warning' : 'neutral'}>{reasonOf(each, text.why)}</Badge>
          </span>
        </li>
      ))}
    </ul>
  )
}

const formatValue = (field: string, value: string) =>
  field === 'due_date' && !Number.isNaN(Date.parse(value)) ? longDate(value) : value

function Value(props: { label: string; value: string; difference: Difference; side: Difference['taken'] }) {
  const { value, side } = props
  const { field, taken } = props.difference
  const text = useBcfText()
  const isLeft = value !== '' && taken !== side && !(taken === 'THEIRS' && setFields.includes(field))
  return (
    <span className={cx('line-clamp-3 min-w-0 break-words', isLeft && 'text-text-muted line-through')}>
      <span className="sr-only">{props.label}: </span>
      {value ? formatValue(field, value) : <span className="text-text-muted italic">{text.empty}</span>}
    </span>
  )
}
