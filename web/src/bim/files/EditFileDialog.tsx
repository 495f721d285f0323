import { type Header, updateHeader } from '@plumbline/contract/bim/bim'
import type { BodyOf } from '@plumbline/contract/http'
import { useState } from 'react'
import { useWrite } from '../../api/query.ts'
import { useSendChanges } from '../../base/use-send-changes.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Input } from '../../ui/Input.tsx'
import { OptionPicker } from '../../ui/OptionPicker.tsx'
import { Select } from '../../ui/Select.tsx'
import { useUiText } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'
import { useBimText } from '../text.ts'
import { formatPlacementOption, parsePlacementOption, usePlacementOptions } from './use-placement-options.ts'

/** Form for a file's name, trade, level and section. */
export function EditFileDialog(props: { projectId: string; header: Header; onClose: () => void }) {
  const { header, onClose } = props
  const text = useBimText()
  const { save } = useUiText()
  const places = usePlacementOptions(props.projectId)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [trade, setTrade] = useState(header.trade)
  const [level_id, setLevel] = useState(header.level_id)
  const [section_id, setSection] = useState(header.section_id)
  const update = useWrite(updateHeader, {
    onDone: () => toast.success(),
    onError: (error) => setErrors({ '': error.message, ...error.fields }),
  })
  const params = { id: props.projectId, headerId: header.id }
  const submit = useSendChanges<BodyOf<typeof updateHeader>>(header, (body) => update.send({ params, body }))
  return (
    <Dialog open onClose={onClose} title={text.editFile} width="small">
      <Form
        schema={updateHeader.body}
        draft={`file.${header.id}`}
        errors={errors}
        fixed={{ trade, level_id, section_id }}
        onSubmit={(values) => submit(values).then(onClose)}
      >
        <Field name="name" label={text.name} required>
          <Input maxLength={200} defaultValue={header.name} />
        </Field>
        <Field draftName="trade" label={text.trade}>
          <Select
            options={places.listTradeOptions(header.trade)}
            value={trade}
            onChange={(value) => value && setTrade(value)}
          />
        </Field>
        <Field draftName="level" label={text.level}>
          <OptionPicker
            options={places.levelOptions}
            value={formatPlacementOption(level_id)}
            onChange={(value) => setLevel(parsePlacementOption(value))}
          />
        </Field>
        <Field draftName="section" label={text.section} className="mb-4">
          <OptionPicker
            options={places.sectionOptions}
            value={formatPlacementOption(section_id)}
            onChange={(value) => setSection(parsePlacementOption(value))}
          />
        </Field>
        <DialogActions>
          <Button look="primary" type="submit">
            {save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
