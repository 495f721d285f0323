import { useState } from 'react'
import { readField } from '../../base/nested-fields.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { capitalise } from '../../ui/toast.ts'
import type { IssueField } from './conflict.ts'
import type { EditConflict } from './issue-editor.ts'
import { useDetailText } from './text.ts'
import { useFieldLabels } from './use-field-labels.ts'

/**
 * Resolves an edit conflict: shows both values of each field that two people changed at once. Closed without a choice it
 * leaves a banner, so that no value is lost.
 */
export function ConflictDialog(props: {
  projectId: string
  conflict: EditConflict
  onDecide: (theirs: IssueField[]) => void
}) {
  const { conflict } = props
  const text = useDetailText()
  const labels = useFieldLabels(props.projectId)
  const [open, setOpen] = useState(true)
  const [theirs, setTheirs] = useState<readonly IssueField[]>([])
  const names = conflict.overlap.map((field) => labels.field(field)).join(', ')
  return (
    <>
      <Banner tone="warning" action={<Button onClick={() => setOpen(true)}>{text.decide}</Button>}>
        {text.conflictOpen(names)}
      </Banner>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={text.conflict}
        description={text.conflictHint}
        width="wide"
      >
        <form
          className="flex flex-col gap-6"
          onSubmit={(event) => {
            event.preventDefault()
            props.onDecide([...theirs])
          }}
        >
          {conflict.overlap.map((field) => (
            <section key={field} aria-label={labels.field(field)}>
              <h3 className="mb-2 font-medium">{capitalise(labels.field(field))}</h3>
              <div className="mb-3 grid gap-3 sm:grid-cols-2">
                <Value label={text.mine} value={labels.value(field, readField(conflict.mine, field))} />
                <Value label={text.theirs} value={labels.value(field, readField(conflict.theirs, field))} />
              </div>
              <RadioGroup
                label={text.keep}
                options={[
                  { value: 'mine', label: text.keepMine },
                  { value: 'theirs', label: text.keepTheirs },
                ]}
                value={theirs.includes(field) ? 'theirs' : 'mine'}
                onChange={(choice) =>
                  setTheirs(
                    choice === 'theirs' ? [...theirs, field] : theirs.filter((each) => each !== field),
                  )
                }
              />
            </section>
          ))}
          <DialogActions>
            <Button look="primary" type="submit">
              {text.save}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  )
}

function Value(props: { label: string; value: string | null }) {
  const text = useDetailText()
  return (
    <div className="min-w-0 rounded-control border border-line bg-sunken px-3 py-2">
      <p className="text-12 text-text-muted">{props.label}</p>
      <p className="max-h-48 overflow-y-auto whitespace-pre-wrap break-words">
        {props.value ?? <span className="text-text-muted">{text.empty}</span>}
      </p>
    </div>
  )
}
