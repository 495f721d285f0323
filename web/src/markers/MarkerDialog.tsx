import { createMarker, type QrMarker, updateMarker } from '@plumbline/contract/markers/markers'
import { listLevels, listSections } from '@plumbline/contract/projects/projects'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../api/query.ts'
import { sendChanges } from '../base/pick-changes.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Input } from '../ui/Input.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { OptionPicker } from '../ui/OptionPicker.tsx'
import { computeNormalOfHeading } from './sheet-placement.ts'
import { useMarkerText } from './text.ts'

const metres = z.number().check(z.minimum(-1e7), z.maximum(1e7))
const Fields = z.object({
  label: z.string().check(z.trim(), z.maxLength(120)),
  level_id: z.nullable(z.string()),
  section_id: z.nullable(z.string()),
  x: metres,
  y: metres,
  z: metres,
  heading_deg: z.number().check(z.minimum(0), z.lt(360)),
})

/** Form that creates or edits a QR marker: label, level, section, position and direction. */
export function MarkerDialog(props: {
  projectId: string
  marker: QrMarker | null
  open: boolean
  onClose: () => void
}) {
  const text = useMarkerText()
  const { marker, onClose } = props
  const params = { id: props.projectId }
  const { data: levels = [] } = useRead(listLevels, { params }, { silent: true })
  const { data: sections = [] } = useRead(listSections, { params }, { silent: true })
  const [level, setLevel] = useState(marker?.level_id ?? null)
  /** undefined until somebody typed or saved one: it then follows the level */
  const [height, setHeight] = useState<number | null | undefined>(marker?.position?.z)
  const create = useWrite(createMarker, { onDone: onClose })
  const update = useWrite(updateMarker, { onDone: onClose })
  const named = (rows: { id: string; name: string }[]) => [
    { value: '', label: text.no },
    ...rows.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const { x = 0, y = 0 } = marker?.position ?? {}
  const elevation = levels.find(({ id }) => id === level)?.elevation_m ?? 0
  return (
    <Dialog
      open={props.open}
      onClose={onClose}
      title={marker ? text.edit(marker.label) : text.add}
      width="small"
    >
      <Form
        schema={Fields}
        draft={marker ? `marker.${marker.id}` : `new-marker.${props.projectId}`}
        errors={(create.error ?? update.error)?.fields}
        onSubmit={({ x, y, z, level_id, section_id, ...rest }) => {
          const values = {
            ...rest,
            level_id: level_id || null,
            section_id: section_id || null,
            position: { x, y, z },
          }
          const normal = computeNormalOfHeading(rest.heading_deg)
          if (!marker) return create.send({ params, body: { ...values, normal } })
          const at = { ...params, markerId: marker.id }
          const send = (body: Partial<typeof values>) =>
            update.send({ params: at, body: 'heading_deg' in body ? { ...body, normal } : body })
          return sendChanges(marker, values, send, onClose)
        }}
      >
        <Field name="label" label={text.label}>
          <Input maxLength={120} defaultValue={marker?.label} />
        </Field>
        <div className="grid gap-x-3 gap-y-2 sm:grid-cols-2">
          <Field name="level_id" label={text.level}>
            <OptionPicker
              options={named(levels)}
              value={level ?? ''}
              onChange={(id) => setLevel(id || null)}
            />
          </Field>
          <Field name="section_id" label={text.section}>
            <OptionPicker options={named(sections)} defaultValue={marker?.section_id ?? ''} />
          </Field>
          <Field name="x" label={text.east}>
            <NumberField step={0.1} defaultValue={x} />
          </Field>
          <Field name="y" label={text.north}>
            <NumberField step={0.1} defaultValue={y} />
          </Field>
          <Field name="z" label={text.height}>
            <NumberField
              step={0.1}
              value={height === undefined ? elevation + 1.5 : height}
              onChange={setHeight}
            />
          </Field>
          <Field name="heading_deg" label={text.heading} help={text.headingHelp}>
            <NumberField min={0} max={359} defaultValue={marker?.heading_deg ?? 0} />
          </Field>
        </div>
        <DialogActions>
          <Button look="primary" type="submit">
            {marker ? text.save : text.add}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
