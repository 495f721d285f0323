import type { IssueRow } from '@plumbline/contract/issues/issues'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { useDetailText } from '../detail/text.ts'
import { nameResolveDraft, useKeptWords } from '../detail/use-kept-words.ts'

/** Asks for a comment before an issue without proof is resolved from the list or board. */
export function ResolveRowDialog(props: {
  row: IssueRow
  onClose: () => void
  /** resolves to false if the issue was not changed: the text stays */
  onResolve: (comment: string) => Promise<boolean>
}) {
  const text = useDetailText()
  const { words: comment, write, send } = useKeptWords(nameResolveDraft(props.row.id))
  const [missing, setMissing] = useState(false)
  const [isSending, setSending] = useState(false)
  const submit = async () => {
    if (comment.trim() === '') return setMissing(true)
    if (isSending) return
    setSending(true)
    if (await send(props.onResolve(comment.trim()))) props.onClose()
    else setSending(false)
  }
  return (
    <Dialog
      open
      onClose={() => {
        write('')
        props.onClose()
      }}
      title={text.resolve}
      description={`#${props.row.number} ${props.row.name}`}
      dirty={comment.trim() !== ''}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
        }}
        className="flex flex-col gap-3"
      >
        <Field
          name="comment"
          label={text.resolveWhat}
          help={text.resolveHint}
          error={missing && comment.trim() === '' ? text.resolveNeeds : undefined}
        >
          <Textarea maxLength={10_000} value={comment} onChange={write} />
        </Field>
        <DialogActions>
          <Button look="primary" type="submit" loading={isSending}>
            {text.resolve}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
