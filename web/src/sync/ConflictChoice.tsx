import { useState } from 'react'
import type { Operation } from '../api/outbox/operation.ts'
import { getOwnOutbox } from '../api/outbox/own-outbox.ts'
import { readField } from '../base/nested-fields.ts'
import { useFieldLabels } from '../issues/detail/use-field-labels.ts'
import { Button } from '../ui/Button.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { capitalise } from '../ui/toast.ts'
import { useSyncText } from './text.ts'

/** Fields that two people changed differently: both values of each, and a choice between them. */
export function ConflictChoice({ operation }: { operation: Operation }) {
  const text = useSyncText()
  const { conflict, body, project_id, id } = operation
  const labels = useFieldLabels(project_id ?? '')
  const [theirs, setTheirs] = useState<readonly string[]>([])
  if (!conflict) return null
  const format = (field: string, value: unknown) =>
    field === 'shapes'
      ? text.markupShapes(Array.isArray(value) ? value.length : 0)
      : (labels.value(field, value) ?? text.nothing)
  return (
    <form
      className="flex flex-col gap-3 rounded-control border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void getOwnOutbox().decide(id, theirs)
      }}
    >
      <p className="text-13">{text.conflict}</p>
      {conflict.fields.map((field) => (
        <div key={field} className="flex flex-col gap-1">
          <dl className="grid grid-cols-2 gap-2 text-13 wrap-anywhere">
            <div>
              <dt className="text-text-muted">{text.mine}</dt>
              <dd>{format(field, readField(body ?? {}, field))}</dd>
            </div>
            <div>
              <dt className="text-text-muted">{text.theirs}</dt>
              <dd>{format(field, conflict.theirs[field])}</dd>
            </div>
          </dl>
          <RadioGroup
            label={field === 'shapes' ? text.kinds[operation.kind] : capitalise(labels.field(field))}
            options={[
              { value: 'mine', label: text.keepMine },
              { value: 'theirs', label: text.keepTheirs },
            ]}
            value={theirs.includes(field) ? 'theirs' : 'mine'}
            onChange={(choice) =>
              setTheirs(choice === 'theirs' ? [...theirs, field] : theirs.filter((each) => each !== field))
            }
          />
        </div>
      ))}
      <Button size="small" look="primary" type="submit" className="self-start">
        {text.decide}
      </Button>
    </form>
  )
}
