import { LineField } from '@plumbline/contract/fields'
import type { BodyOf } from '@plumbline/contract/http'
import type { createTerm, updateVocabulary } from '@plumbline/contract/issues/vocabulary'
import { defaultTerms, type Vocabulary, type VocabularyKind } from '@plumbline/contract/projects/vocabulary'
import { useState } from 'react'
import * as z from 'zod/mini'
import { ApiError } from '../../api/client.ts'
import { sendChanges } from '../../base/pick-changes.ts'
import { useProjectSettingsText } from '../../projects/settings-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { useVocabularyText } from './text.ts'

const MAX_NAME = 50
/** A built-in value may have no name of the project's own. */
const BuiltInForm = z.object({ name: LineField(0, MAX_NAME) })
const OwnForm = z.object({ name: LineField(1, MAX_NAME) })

export type VocabularyBody = BodyOf<typeof updateVocabulary>

/** Options of writes whose errors the dialog shows at its fields. */
export const shownByCaller = { onError: () => undefined }

/** A vocabulary and its writes: of a project, or of the new projects of a company. */
export interface VocabularyStore {
  /** id of the project or company */
  id: string
  vocabulary: Vocabulary
  update: (body: VocabularyBody) => Promise<unknown>
  create: (body: BodyOf<typeof createTerm>) => Promise<unknown>
}

/** Renames a value or adds one, and for types and trades sets whether it is offered. */
export function TermDialog(props: {
  store: VocabularyStore
  kind: VocabularyKind
  /** null: a new one */
  code: string | null
  /** the built-in name in the person's language; undefined for values of the project's own */
  builtIn: string | undefined
  open: boolean
  onClose: () => void
}) {
  const { store, kind, code, builtIn, onClose } = props
  const terms = store.vocabulary[kind]
  const text = useVocabularyText()
  const settings = useProjectSettingsText()
  // value when the dialog opened: another person may change it meanwhile
  const [own] = useState(code === null ? undefined : terms.names[code])
  const isDefault = code !== null && defaultTerms[kind] === code
  const [wasOffered] = useState(code === null || !terms.off.includes(code))
  const [offered, setOffered] = useState(wasOffered)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const add = kind === 'status' ? '' : text.add[kind]
  const send = (name: string) => {
    if (code === null) return store.create({ kind, name } as BodyOf<typeof createTerm>)
    const values = { names: name || null, off: !offered }
    const update = (changes: Partial<typeof values>) => {
      const byCode = Object.entries(changes).map(([list, value]) => [list, { [code]: value }])
      return store.update({ [kind]: Object.fromEntries(byCode) } as VocabularyBody)
    }
    return sendChanges({ names: own, off: !wasOffered }, values, update, () => undefined)
  }
  const save = (name: string) =>
    send(name).then(onClose, (error: unknown) => {
      if (error instanceof ApiError)
        setErrors(error.code === 'already_exists' ? { name: settings.sameName } : { '': error.message })
      throw error
    })
  return (
    <Dialog
      open={props.open}
      onClose={onClose}
      title={code === null ? add : text.edit(own ?? builtIn ?? code)}
      width="small"
    >
      <Form
        schema={builtIn === undefined ? OwnForm : BuiltInForm}
        draft={`term.${store.id}.${kind}.${code ?? 'new'}`}
        draftBase={own ?? ''}
        errors={errors}
        onSubmit={({ name }) => save(name)}
      >
        <Field
          name="name"
          label={text.name}
          required={builtIn === undefined}
          help={builtIn === undefined ? text.ownHint : text.nameHint(builtIn)}
        >
          <Input maxLength={MAX_NAME} defaultValue={own ?? ''} placeholder={builtIn} />
        </Field>
        {kind !== 'status' && code !== null && (
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
            own !== undefined &&
            builtIn !== undefined && (
              <Button look="ghost" onClick={() => void save('').catch(() => undefined)}>
                {text.reset}
              </Button>
            )
          }
        >
          <Button look="primary" type="submit">
            {code === null ? add : text.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
