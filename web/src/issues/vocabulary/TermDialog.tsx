import { LineField } from '@plumbline/contract/fields'
import type { BodyOf } from '@plumbline/contract/http'
import { updateVocabulary } from '@plumbline/contract/issues/vocabulary'
import { defaultTerms, type Terms, type VocabularyKind } from '@plumbline/contract/projects/vocabulary'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { ApiError } from '../../api/client.ts'
import { useWrite } from '../../api/query.ts'
import { useProjectSettingsText } from '../../projects/settings-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { useVocabularyText } from './text.ts'

const MAX_NAME = 50
const TermForm = z.object({ name: LineField(0, MAX_NAME) })

/** Renames a value, and for types and trades says whether it is offered. */
export function TermDialog(props: {
  projectId: string
  kind: VocabularyKind
  code: string
  /** the built-in name in the person's language */
  builtIn: string
  terms: Terms
  open: boolean
  onClose: () => void
}) {
  const { projectId, kind, code, builtIn, terms, onClose } = props
  const text = useVocabularyText()
  const settings = useProjectSettingsText()
  const own = terms.names[code]
  const isDefault = defaultTerms[kind] === code
  const [offered, setOffered] = useState(!terms.off.includes(code))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const update = useWrite(updateVocabulary, {
    onDone: onClose,
    onError: (error: ApiError) =>
      setErrors(error.code === 'already_exists' ? { name: settings.sameName } : { '': error.message }),
  })
  const save = (name: string) => {
    const use = kind === 'status' ? {} : { off: { [code]: !offered } }
    const change = { names: { [code]: name === '' ? null : name }, ...use }
    const body = { [kind]: change } as BodyOf<typeof updateVocabulary>
    return update.send({ params: { id: projectId }, body })
  }
  return (
    <Dialog open={props.open} onClose={onClose} title={text.edit(own ?? builtIn)} width="small">
      <Form
        schema={TermForm}
        draft={`term.${projectId}.${kind}.${code}`}
        draftBase={own ?? ''}
        errors={errors}
        onSubmit={({ name }) => save(name)}
      >
        <Field name="name" label={text.name} help={text.nameHint(builtIn)}>
          <Input maxLength={MAX_NAME} defaultValue={own ?? ''} placeholder={builtIn} />
        </Field>
        {kind !== 'status' && (
          <div className="mt-3">
            <Checkbox
              label={text.offered[kind]}
              checked={offered}
              disabled={isDefault}
              onChange={setOffered}
            />
            <p className="ps-6 text-12 text-text-muted">{isDefault ? text.isDefault : text.offeredHint}</p>
          </div>
        )}
        <DialogActions
          start={
            own !== undefined && (
              <Button look="ghost" onClick={() => void save('').catch(() => undefined)}>
                {text.reset}
              </Button>
            )
          }
        >
          <Button look="primary" type="submit">
            {text.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
