import { maxBcfBytes } from '@plumbline/contract/bcf/bcf'
import type { ReplyOf } from '@plumbline/contract/http'
import { type ImportRow, importIssues } from '@plumbline/contract/issues/bulk'
import type { Project } from '@plumbline/contract/projects/projects'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { useReasonText } from '../../api/reason-text.ts'
import { uploadFile } from '../../api/upload.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Dropzone } from '../../ui/Dropzone.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { type TableColumn, VirtualTable } from '../../ui/Table.tsx'
import { toast } from '../../ui/toast.ts'
import { useFieldLabels } from '../detail/use-field-labels.ts'
import { useListText } from '../list/text.ts'
import { useIssueText } from '../text.ts'

type ImportReply = ReplyOf<typeof importIssues>
const rules = { endings: ['.xlsx', '.csv', '.bcf', '.bcfzip'], max_bytes: maxBcfBytes }
const isBcfFile = ({ name }: File) => /\.bcf(zip)?$/i.test(name)

/** Import of an edited spreadsheet: previews the effect of every row, then applies all rows or none. */
export function ImportDialog(props: {
  project: Project
  /** BCF files are passed on to their own dialog */
  onBcf: (files: File[]) => void
  onClose: () => void
}) {
  const { project, onClose } = props
  const text = useListText()
  const [file, setFile] = useState<File | null>(null)
  const [preview, setPreview] = useState<ImportReply | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const previewing = useRef<AbortController>(null)
  async function send(chosen: File, previewOnly: boolean): Promise<ImportReply | null> {
    const abort = new AbortController()
    if (previewOnly) {
      // its answer would be about the file that was chosen before
      previewing.current?.abort()
      previewing.current = abort
    }
    setProblem(null)
    setPercent(0)
    const input = {
      params: { id: project.id },
      query: { preview: previewOnly ? ('true' as const) : ('false' as const) },
      file: chosen,
    }
    try {
      const reply = await uploadFile(importIssues, input, setPercent, { signal: abort.signal })
      return abort.signal.aborted ? null : reply
    } catch (error) {
      if (!abort.signal.aborted) setProblem(error instanceof ApiError ? error.message : String(error))
      return null
    } finally {
      if (!abort.signal.aborted) setPercent(null)
    }
  }
  async function loadPreview(chosen: File) {
    if (isBcfFile(chosen)) return props.onBcf([chosen])
    setFile(chosen)
    const reply = await send(chosen, true)
    if (reply) setPreview(reply)
  }
  async function apply() {
    const done = file && (await send(file, false))
    if (!done) return
    toast.success({ title: text.imported(done.new, done.changed) })
    onClose()
  }
  const changes = (preview?.new ?? 0) + (preview?.changed ?? 0)
  const blocked = (preview?.refused ?? 0) > 0 ? text.importProblems : changes === 0 && text.importNothing
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.importTitle}
      description={preview ? file?.name : text.importHint}
      width="wide"
    >
      <div className="flex flex-col gap-3">
        {problem && <Banner tone="danger">{problem}</Banner>}
        {!preview && (
          <Dropzone label={text.importFile} rules={rules} onFiles={([one]) => one && void loadPreview(one)} />
        )}
        {percent !== null && <Progress label={text.importFile} value={percent} />}
        {preview && <SheetPreview project={project} preview={preview} />}
        <DialogActions
          start={preview && <Button onClick={() => setPreview(null)}>{text.chooseAnother}</Button>}
        >
          {preview && (
            <Button look="primary" loading={percent !== null} disabled={blocked} onClick={() => void apply()}>
              {text.importThem}
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  )
}

/** problems listed above the table, which shows all of them */
const MAX_PROBLEMS = 50

/** Sort order of the preview: problems first, then new and changed rows. */
const rankByOutcome: Record<ImportRow['outcome'], number> = { REFUSED: 0, NEW: 1, CHANGED: 2, SAME: 3 }

function SheetPreview({ project, preview }: { project: Project; preview: ImportReply }) {
  const text = useListText()
  const issues = useIssueText()
  const fields = useFieldLabels(project.id)
  const reasonText = useReasonText()
  const rows = [...preview.rows].sort(
    (a, b) => rankByOutcome[a.outcome] - rankByOutcome[b.outcome] || a.row - b.row,
  )
  const refused = rows.filter(({ outcome }) => outcome === 'REFUSED')
  const columns: TableColumn<ImportRow>[] = [
    { id: 'row', header: text.importRow, cell: (row) => row.row, align: 'end', width: '4rem' },
    { id: 'number', header: '#', cell: (row) => row.number, align: 'end', width: '4rem', wideOnly: true },
    { id: 'name', header: issues.title, cell: (row) => row.name },
    {
      id: 'outcome',
      header: text.importWhat,
      cell: (row) => (
        <span className={row.outcome === 'REFUSED' ? 'text-danger' : undefined} title={reasonText(row)}>
          {text.importOutcomes[row.outcome]}
          {row.message && `: ${reasonText(row)}`}
          {row.outcome === 'CHANGED' && `: ${row.fields.map(fields.field).join(', ')}`}
        </span>
      ),
    },
  ]
  return (
    <>
      <p role="status" className="font-medium">
        {text.importSummary(preview.new, preview.changed, preview.same, preview.refused)}
      </p>
      {preview.refused > 0 && (
        <div className="text-danger">
          <p>{text.importProblems}</p>
          <ul className="mt-1 max-h-40 list-inside list-disc overflow-y-auto text-13">
            {refused.slice(0, MAX_PROBLEMS).map((row) => (
              <li key={row.row}>
                {text.importRow} {row.row}: {reasonText(row)}
              </li>
            ))}
            {refused.length > MAX_PROBLEMS && <li>{text.andOthers(refused.length - MAX_PROBLEMS)}</li>}
          </ul>
        </div>
      )}
      {preview.ignored.length > 0 && (
        <p className="text-13 text-text-muted">{text.importIgnored(preview.ignored.join(', '))}</p>
      )}
      <VirtualTable
        label={text.importTitle}
        columns={columns}
        rows={rows}
        rowKey={(row) => String(row.row)}
        rowLabel={(row) => `${row.row} ${row.name}`}
        dense
        className="max-h-96 rounded-control border border-line"
      />
    </>
  )
}
