import { useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { capitalise } from '../../ui/toast.ts'
import type { IssueField } from './conflict.ts'
import type { Conflict } from './issue-editor.ts'
import { useDetailText } from './text.ts'
import { useFieldWords } from './use-field-words.ts'

/**
 * Both values of each field that two people changed at once, and the choice between them. Closed without a choice it
 * becomes a banner: nothing is lost until somebody decided.
 */
export function ConflictDialog(props: {
  projectId: string
  conflict: Conflict
  onDecide: (theirs: IssueField[]) => void
}) {
  const { conflict } = props
  const text = useDetailText()
  const words = useFieldWords(props.projectId)
  const [open, setOpen] = useState(true)
  const [theirs, setTheirs] = useState<readonly IssueField[]>([])
  const names = conflict.overlap.map((field) => words.field(field)).join(', ')
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
            <section key={field} aria-label={words.field(field)}>
              <h3 className="mb-2 font-medium">{capitalise(words.field(field))}</h3>
              <div className="mb-3 grid gap-3 sm:grid-cols-2">
                <Value label={text.mine} value={words.value(field, conflict.mine[field])} />
                <Value label={text.theirs} value={words.value(field, conflict.theirs[field])} />
              </div>
              <RadioGroup
                label={text.keep}
                options={[
                  { value: 'mine', label: text.keepMine },
                  { value: 'theirs', label: text.keepTheirs },
                ]}
                value={theirs.includes(field) ? 'theirs' : 'mine'}
                onChange={(kept) =>
                  setTheirs(kept === 'theirs' ? [...theirs, field] : theirs.filter((each) => each !== field))
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
