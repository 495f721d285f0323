import type { Header } from '@plumbline/contract/bim/bim'
import { typeOfFile } from '@plumbline/contract/bim/bim.rules'
import { type FormEvent, type KeyboardEvent, Suspense, useState } from 'react'
import { useProject } from '../../projects/use-project.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import type { FileRules, RefusedFile } from '../../ui/file-rules.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useUiText } from '../../ui/text.tsx'
import { useBimText } from '../text.ts'
import { FileChoice, type FilePlacement, type FileToUpload, PlacementFields } from './FileChoice.tsx'
import { nameAsIfczip } from './find-zipped-model.ts'
import { getFileNameStem, guessHeader, guessLevel, guessTrade } from './guess-file.ts'
import { startModelUpload } from './model-uploads.ts'
import { RejectedFiles } from './RejectedFiles.tsx'
import { usePlacementOptions } from './use-placement-options.ts'

const LimitHint = lazyPart(() => import('../../billing/LimitHint.tsx'))

/**
 * Dialog before an upload: each file is a new file or a new version, guessed from its name; rejected files are listed.
 */
export function AddFilesDialog(props: {
  projectId: string
  files: readonly File[]
  refused: readonly RefusedFile[]
  rules: FileRules
  headers: readonly Header[]
  onClose: () => void
}) {
  const text = useBimText()
  const ui = useUiText()
  const { team_id } = useProject()
  const places = usePlacementOptions(props.projectId)
  const [changes, setChanges] = useState<ReadonlyMap<File, Partial<FileToUpload>>>(new Map())
  const [removed, setRemoved] = useState<ReadonlySet<File>>(new Set())
  const [tried, setTried] = useState(false)
  const [taken, setTaken] = useState<ReadonlyMap<File, File>>(new Map())
  const files = [...props.files, ...taken.values()]
  const rows = files
    .filter((file) => !removed.has(file))
    .map((file) => ({ ...guessRow(file, props.headers, places), ...changes.get(file) }))
  const change = (files: readonly File[], values: Partial<FileToUpload>) =>
    setChanges(
      new Map([...changes, ...files.map((file) => [file, { ...changes.get(file), ...values }] as const)]),
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (rows.some((row) => row.header_id === null && row.name.trim() === '')) return
    for (const { file, header_id, name, type_of, trade, level_id, section_id } of rows)
      void startModelUpload(
        props.projectId,
        file,
        header_id === null
          ? { create: { name: name.trim(), type_of, trade, level_id, section_id } }
          : { header_id },
      )
    props.onClose()
  }
  const refused = props.refused.filter(({ file }) => !taken.has(file))
  const take = (archive: File) => setTaken(new Map([...taken, [archive, nameAsIfczip(archive)]]))
  const leftOut = refused.length > 0 && <RejectedFiles refused={refused} rules={props.rules} onTake={take} />
  if (rows.length === 0)
    return (
      <Dialog open onClose={props.onClose} title={text.nothingToUpload}>
        <div className="mb-4">{leftOut}</div>
        <DialogActions close={ui.close} />
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={text.addFiles(rows.length)}
      width="wide"
      dirty={changes.size > 0}
    >
      <Suspense>
        <LimitHint teamId={team_id} files={rows.map(({ file }) => file.size)} />
      </Suspense>
      {leftOut && <div className="mb-4">{leftOut}</div>}
      <form onSubmit={submit} onKeyDown={submitOnCtrlEnter} className="flex flex-col">
        <CommonPlaceFields rows={rows} places={places} onChange={(values) => change(files, values)} />
        <ul className="mb-4 divide-y divide-line">
          {rows.map((row) => (
            <li key={files.indexOf(row.file)} className="py-3 first:pt-0">
              <FileChoice
                row={row}
                headers={props.headers}
                places={places}
                missing={tried && row.header_id === null && row.name.trim() === ''}
                onChange={(values) => change([row.file], values)}
                onRemove={rows.length > 1 ? () => setRemoved(new Set([...removed, row.file])) : null}
              />
            </li>
          ))}
        </ul>
        <DialogActions>
          <Button look="primary" type="submit">
            {text.upload}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
}

function guessRow(
  file: File,
  headers: readonly Header[],
  { levels, isTradeOffered }: ReturnType<typeof usePlacementOptions>,
): FileToUpload {
  const type_of = typeOfFile(file.name) ?? 'MODEL'
  const trade = guessTrade(file.name)
  return {
    file,
    type_of,
    header_id: guessHeader(file.name, headers)?.id ?? null,
    name: getFileNameStem(file.name).slice(0, 200),
    trade: isTradeOffered(trade) ? trade : 'GENERAL',
    level_id: guessLevel(file.name, type_of, levels),
    section_id: null,
  }
}

/** Sets trade, level and section of all new files at once. */
function CommonPlaceFields(props: {
  rows: readonly FileToUpload[]
  places: ReturnType<typeof usePlacementOptions>
  onChange: (values: Partial<FilePlacement>) => void
}) {
  const text = useBimText()
  const newFileRows = props.rows.filter(({ header_id }) => header_id === null)
  if (newFileRows.length < 2) return null
  const common = <K extends keyof FilePlacement>(key: K): FilePlacement[K] | undefined => {
    const [one, ...others] = new Set(newFileRows.map((row) => row[key]))
    return others.length === 0 ? one : undefined
  }
  return (
    <fieldset className="mb-4 min-w-0 rounded-card bg-sunken px-3 pt-2 pb-3">
      <legend className="float-start w-full pb-2 font-medium">{text.forAll(newFileRows.length)}</legend>
      <div className="clear-both grid grid-cols-1 gap-x-3 gap-y-2 sm:grid-cols-3">
        <PlacementFields
          value={{
            trade: common('trade'),
            level_id: common('level_id'),
            section_id: common('section_id'),
          }}
          places={props.places}
          onChange={props.onChange}
        />
      </div>
    </fieldset>
  )
}
