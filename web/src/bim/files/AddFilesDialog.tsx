import type { Header } from '@plumbline/contract/bim'
import { type HeaderType, typeOfFile } from '@plumbline/contract/bim.rules'
import type { Trade } from '@plumbline/contract/trades'
import { X } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { useProject } from '../../projects/use-project.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { useBimText } from '../text.ts'
import { guessHeader, guessLevel, guessTrade, stemOf } from './guess.ts'
import { showSize } from './sizes.ts'
import { startUpload } from './uploads.ts'
import { choiceOf, placeOf, usePlaces } from './use-places.ts'

interface Row {
  id: string
  file: File
  type_of: HeaderType
  /** null: a new file */
  header_id: string | null
  name: string
  trade: Trade
  level_id: string | null
}

const NEW = 'new'
const LimitHint = lazy(() => import('../../billing/LimitHint.tsx'))

/** What dropped or chosen files are: each a new file or a new version, proposed by its name. */
export function AddFilesDialog(props: {
  projectId: string
  files: readonly File[]
  headers: readonly Header[]
  onClose: () => void
}) {
  const text = useBimText()
  const { team_id } = useProject()
  const places = usePlaces(props.projectId)
  const [rows, setRows] = useState(() => props.files.map((file) => guessRow(file, props.headers, places)))
  const [tried, setTried] = useState(false)
  const send = useRef<HTMLButtonElement>(null)
  const change = (id: string, values: Partial<Row>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...values } : row)))
  const remove = (id: string) => {
    const left = rows.filter((row) => row.id !== id)
    if (left.length === 0) props.onClose()
    else setRows(left)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (rows.some((row) => row.header_id === null && row.name.trim() === '')) return
    for (const { file, header_id, name, type_of, trade, level_id } of rows)
      void startUpload(
        props.projectId,
        file,
        header_id === null ? { create: { name: name.trim(), type_of, trade, level_id } } : { header_id },
      )
    props.onClose()
  }
  return (
    <Dialog open onClose={props.onClose} title={text.addFiles(rows.length)} width="wide" initialFocus={send}>
      <Suspense>
        <LimitHint teamId={team_id} files={rows.map(({ file }) => file.size)} />
      </Suspense>
      <form onSubmit={submit} className="flex flex-col">
        <ul className="mb-4 divide-y divide-line">
          {rows.map((row) => (
            <li key={row.id} className="py-3 first:pt-0">
              <FileChoice
                row={row}
                headers={props.headers}
                places={places}
                missing={tried && row.header_id === null && row.name.trim() === ''}
                onChange={(values) => change(row.id, values)}
                onRemove={rows.length > 1 ? () => remove(row.id) : null}
              />
            </li>
          ))}
        </ul>
        <DialogActions>
          <Button ref={send} look="primary" type="submit">
            {text.upload}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function guessRow(file: File, headers: readonly Header[], { levels }: ReturnType<typeof usePlaces>): Row {
  const type_of = typeOfFile(file.name) ?? 'MODEL'
  return {
    id: crypto.randomUUID(),
    file,
    type_of,
    header_id: guessHeader(file.name, headers)?.id ?? null,
    name: stemOf(file.name).slice(0, 200),
    trade: guessTrade(file.name),
    level_id: guessLevel(file.name, type_of, levels),
  }
}

function FileChoice(props: {
  row: Row
  headers: readonly Header[]
  places: ReturnType<typeof usePlaces>
  missing: boolean
  onChange: (values: Partial<Row>) => void
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
          {text.types[row.type_of]} · {showSize(row.file.size)}
        </span>
        {onRemove && (
          <span className="ms-auto">
            <IconButton
              size="small"
              name={text.leaveOut(row.file.name)}
              icon={<X aria-hidden />}
              onClick={onRemove}
            />
          </span>
        )}
      </legend>
      <div className="clear-both grid grid-cols-1 gap-x-3 gap-y-2 sm:grid-cols-2 lg:grid-cols-4">
        <Field label={text.uploadAs} className={row.header_id === null ? undefined : 'sm:col-span-2'}>
          <Select
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
            <Field label={text.trade}>
              <Select
                options={places.tradeOptions}
                value={row.trade}
                onChange={(trade) => trade && onChange({ trade })}
              />
            </Field>
            <Field label={text.level}>
              <Select
                options={places.levelOptions}
                value={choiceOf(row.level_id)}
                onChange={(value) => onChange({ level_id: placeOf(value) })}
              />
            </Field>
          </>
        )}
      </div>
    </fieldset>
  )
}
