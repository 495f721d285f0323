import type { BodyOf } from '@plumbline/contract/http'
import { type IssueRow, updateIssue } from '@plumbline/contract/issues/issues'
import type { Project } from '@plumbline/contract/projects/projects'
import { useSyncExternalStore } from 'react'
import { ApiError, call, redirectForError } from '../../api/client.ts'
import { markStale } from '../../api/query.ts'
import { toast } from '../../ui/toast.ts'
import { useFieldWords } from '../detail/use-field-words.ts'
import { type ListText, useListText } from './text.ts'

export type RowChanges = Partial<
  Pick<
    BodyOf<typeof updateIssue>,
    | 'status'
    | 'priority'
    | 'assignee_id'
    | 'labels'
    | 'due_date'
    | 'trade'
    | 'level_id'
    | 'section_id'
    | 'type'
    | 'comment'
  >
>

/** What was changed in a list and is on its way: shown at once, wherever the issue is a row or a card. */
let pending: ReadonlyMap<string, RowChanges> = new Map()
const listeners = new Set<() => void>()
function setPending(next: ReadonlyMap<string, RowChanges>) {
  pending = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function lay(id: string, changes: RowChanges) {
  setPending(new Map([...pending, [id, { ...pending.get(id), ...changes }]]))
}
/** Takes off what this change laid on, unless a later one laid something else over it. */
function lift(id: string, changes: RowChanges) {
  const left = Object.entries(pending.get(id) ?? {}).filter(
    ([field, value]) => changes[field as keyof RowChanges] !== value,
  )
  const next = new Map(pending)
  if (left.length > 0) next.set(id, Object.fromEntries(left))
  else next.delete(id)
  setPending(next)
}

/** One after the other for an issue, each from the version that the one before it made. */
const versions = new Map<string, number>()
const queues = new Map<string, Promise<unknown>>()

function send(project: Project, row: IssueRow, body: RowChanges): Promise<void> {
  const run = async () => {
    const params = { id: project.id, issueId: row.id }
    const ifMatch = Math.max(row.version, versions.get(row.id) ?? 0)
    const reply = await call(updateIssue, { params, body: body as never }, { ifMatch, redirects: false })
    versions.set(row.id, reply.version)
  }
  const after = (queues.get(row.id) ?? Promise.resolve()).then(run, run)
  queues.set(row.id, after)
  return after
}

/** The values that the fields had. */
function before(row: IssueRow, changes: RowChanges): RowChanges {
  const fields = Object.keys(changes).filter((field) => field !== 'comment') as (keyof IssueRow)[]
  return Object.fromEntries(fields.map((field) => [field, row[field]]))
}

/** What takes the last change back that was made in a list, once. */
let takeBack: (() => void) | null = null
export function undoRowEdit() {
  const undo = takeBack
  takeBack = null
  undo?.()
}

interface Edit {
  project: Project
  text: ListText
  say: (changes: RowChanges) => string
}

async function editRow(edit: Edit, row: IssueRow, changes: RowChanges, undoable: boolean): Promise<boolean> {
  const { project, text } = edit
  lay(row.id, changes)
  try {
    await send(project, row, changes)
  } catch (error) {
    // refusing one field is no reason to leave the page
    if (error instanceof ApiError && error.status !== 403) redirectForError(updateIssue.path, error)
    toast.error({
      title: text.notChanged(row.number),
      text: error instanceof ApiError ? error.message : undefined,
    })
    void markStale(updateIssue.tells, project.id).finally(() => lift(row.id, changes))
    return false
  }
  const back = before(row, changes)
  const undo = () => void editRow(edit, row, back, false)
  takeBack = undoable ? undo : null
  toast.success({
    title: undoable ? text.changed(row.number, edit.say(changes)) : text.undone,
    ...(undoable && {
      action: { label: text.undo, run: undo },
    }),
  })
  void markStale(updateIssue.tells, project.id).finally(() => lift(row.id, changes))
  return true
}

/** Rows with what is on its way, and how one is changed: at once, back with the reason when refused. */
export function useRowEdits(project: Project) {
  const text = useListText()
  const words = useFieldWords(project.id)
  const changes = useSyncExternalStore(subscribe, () => pending)
  const say = (made: RowChanges) =>
    Object.entries(made)
      .filter(([field]) => field !== 'comment')
      .map(([field, value]) => words.value(field, value) ?? `${words.field(field)} –`)
      .join(', ')
  return {
    shown: (row: IssueRow): IssueRow => {
      const over = changes.get(row.id)
      return over ? ({ ...row, ...over } as IssueRow) : row
    },
    edit: (row: IssueRow, made: RowChanges) => editRow({ project, text, say }, row, made, true),
  }
}
export type RowEdits = ReturnType<typeof useRowEdits>
