import type { Header } from '@plumbline/contract/bim/bim'
import type { HeaderType } from '@plumbline/contract/bim/bim.rules'
import type { Trade } from '@plumbline/contract/projects/trades'
import { X } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Input } from '../../ui/Input.tsx'
import { OptionPicker } from '../../ui/OptionPicker.tsx'
import { Select } from '../../ui/Select.tsx'
import { useBimText } from '../text.ts'
import { formatSize } from './format-size.ts'
import {
  formatPlacementOption,
  parsePlacementOption,
  type usePlacementOptions,
} from './use-placement-options.ts'

/** Trade, level and section of a new file. */
export interface FilePlacement {
  trade: Trade
  level_id: string | null
  section_id: string | null
}

/** A file chosen for upload, with the form values of its row. */
export interface FileToUpload extends FilePlacement {
  file: File
  type_of: HeaderType
  /** the file to add a version to; null creates a new file */
  header_id: string | null
  name: string
}

const NEW = 'new'

/** Grid classes that put all fields into one row on wide screens. */
const choiceGrid = ({ sections }: ReturnType<typeof usePlacementOptions>) =>
  cx(
    'clear-both grid grid-cols-1 gap-x-3 gap-y-2 sm:grid-cols-2',
    sections.length > 0 ? 'lg:grid-cols-5' : 'lg:grid-cols-4',
  )

/** Form of one file to upload: a new file, or the next version of an existing one. */
export function FileChoice(props: {
  row: FileToUpload
  headers: readonly Header[]
  places: ReturnType<typeof usePlacementOptions>
  missing: boolean
  onChange: (values: Partial<FileToUpload>) => void
  onRemove: (() => void) | null
}) {
  const { row, places, onChange, onRemove } = props
  const text = useBimText()
  const own = props.headers.filter((header) => header.type_of === row.type_of)
  const targets = [
    { value: NEW, label: text.newFile },
    ...own.map(({ id, name, latest }) => ({
      value: id,
      label: text.versionOf((latest?.version ?? 0) + 1, name),
    })),
  ]
  return (
    <fieldset className="min-w-0">
      <legend className="float-start flex w-full items-center gap-2 pb-2">
        <span className="truncate font-medium">{row.file.name}</span>
        <span className="flex-none text-13 text-text-muted tabular-nums">
          {text.types[row.type_of]} · {formatSize(row.file.size)}
        </span>
        {onRemove && (
          <span className="ms-auto">
            <IconButton
              size="small"
              name={text.removeFromUpload(row.file.name)}
              icon={<X aria-hidden />}
              onClick={onRemove}
            />
          </span>
        )}
      </legend>
      <div className={choiceGrid(places)}>
        <Field label={text.uploadAs} className={row.header_id === null ? undefined : 'sm:col-span-2'}>
          <OptionPicker
            options={targets}
            value={row.header_id ?? NEW}
            onChange={(value) => onChange({ header_id: value === NEW ? null : value })}
          />
        </Field>
        {row.header_id === null && (
          <>
            <Field label={text.name} required error={props.missing ? text.nameMissing : undefined}>
              <Input maxLength={200} value={row.name} onChange={(name) => onChange({ name })} />
            </Field>
            <PlacementFields value={row} places={places} onChange={onChange} />
          </>
        )}
      </div>
    </fieldset>
  )
}

/** Selects for trade, level and (if the project has any) section; undefined means that several files differ. */
export function PlacementFields(props: {
  value: Partial<FilePlacement>
  places: ReturnType<typeof usePlacementOptions>
  onChange: (values: Partial<FilePlacement>) => void
}) {
  const { value, places, onChange } = props
  const text = useBimText()
  const chosen = (id: string | null | undefined) => (id === undefined ? null : formatPlacementOption(id))
  return (
    <>
      <Field label={text.trade}>
        <Select
          options={places.listTradeOptions(value.trade)}
          value={value.trade ?? null}
          placeholder={text.different}
          onChange={(trade) => trade && onChange({ trade })}
        />
      </Field>
      <Field label={text.level}>
        <OptionPicker
          options={places.levelOptions}
          value={chosen(value.level_id)}
          placeholder={text.different}
          onChange={(level) => onChange({ level_id: parsePlacementOption(level) })}
        />
      </Field>
      {places.sections.length > 0 && (
        <Field label={text.section}>
          <OptionPicker
            options={places.sectionOptions}
            value={chosen(value.section_id)}
            placeholder={text.different}
            onChange={(section) => onChange({ section_id: parsePlacementOption(section) })}
          />
        </Field>
      )}
    </>
  )
}
