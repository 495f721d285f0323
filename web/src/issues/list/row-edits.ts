import { type IssueRow, updateIssue } from '@plumbline/contract/issues/issues'
import type { Project } from '@plumbline/contract/projects/projects'
import { useSyncExternalStore } from 'react'
import { ApiError, call, redirectForError } from '../../api/client.ts'
import { sendOrKeep } from '../../api/keep-write.ts'
import { markStale } from '../../api/query.ts'
import { getWaitingChanges, useWaitingOperations } from '../../api/waiting.ts'
import { mergeFields } from '../../base/nested-fields.ts'
import { randomId } from '../../base/random-id.ts'
import { toast } from '../../ui/toast.ts'
import { describeIssue } from '../describe-issue.ts'
import { useFieldLabels } from '../detail/use-field-labels.ts'
import { createOptimisticRows, type RowChanges } from './optimistic-rows.ts'
import { type ListText, useListText } from './text.ts'

/** Shown in every list and board. */
const optimistic = createOptimisticRows()

/** Serialises the writes to one issue: each uses the version that the previous one returned. */
const versions = new Map<string, number>()
const queues = new Map<string, Promise<unknown>>()

function send(project: Project, row: IssueRow, body: RowChanges): Promise<void> {
  const run = async () => {
    const params = { id: project.id, issueId: row.id }
    const ifMatch = Math.max(row.version, versions.get(row.id) ?? 0)
    const key = randomId()
    const now = mergeFields(row, getWaitingChanges(row.id))
    const sent = await sendOrKeep(
      (options) =>
        call(updateIssue, { params, body: body as never }, { ifMatch, redirects: false, ...options }),
      {
        id: key,
        unanswered: { key, body, if_match: ifMatch },
        kind: 'updateIssue',
        group: row.id,
        project_id: project.id,
        params,
        body,
        base: previousValues(now, body),
        label: describeIssue(row),
      },
    )
    if (!sent.kept) versions.set(row.id, sent.reply.version)
  }
  const after = (queues.get(row.id) ?? Promise.resolve()).then(run, run)
  queues.set(row.id, after)
  return after
}

/** The previous values of the changed fields. */
function previousValues(row: IssueRow, changes: RowChanges): RowChanges {
  const fields = Object.keys(changes).filter((field) => field !== 'comment') as (keyof IssueRow)[]
  return Object.fromEntries(fields.map((field) => [field, row[field]]))
}

/** The last change that can be undone, of any project. */
let last: { projectId: string; undo: () => void } | null = null

/** Undoes the last change made in a list if it was made in this project; used once. */
export function undoRowEdit(projectId: string) {
  if (last?.projectId !== projectId) return
  const { undo } = last
  last = null
  undo()
}

interface RowEditContext {
  project: Project
  text: ListText
  say: (changes: RowChanges) => string
}

async function editRow(
  edit: RowEditContext,
  row: IssueRow,
  changes: RowChanges,
  undoable: boolean,
): Promise<boolean> {
  const { project, text } = edit
  const takeBack = optimistic.add(row.id, changes)
  try {
    await send(project, row, changes)
  } catch (error) {
    // 403 on one field must not redirect away from the page
    if (error instanceof ApiError && error.status !== 403) redirectForError(updateIssue.path, error)
    toast.error({
      title: text.notChanged(row.number),
      text: error instanceof ApiError ? error.message : undefined,
    })
    void markStale(updateIssue.tells, project.id).finally(takeBack)
    return false
  }
  const previous = previousValues(row, changes)
  const undo = () => void editRow(edit, row, previous, false)
  last = undoable ? { projectId: project.id, undo } : null
  toast.success({
    title: undoable ? text.changed(row.number, edit.say(changes)) : text.undone,
    ...(undoable && {
      action: { label: text.undo, run: undo },
    }),
  })
  void markStale(updateIssue.tells, project.id).finally(takeBack)
  return true
}

/** Rows with optimistic changes applied, and a function to change one; rejected changes are rolled back with a toast. */
export function useRowEdits(project: Project) {
  const text = useListText()
  const labels = useFieldLabels(project.id)
  const changes = useSyncExternalStore(optimistic.subscribe, optimistic.read)
  const operations = useWaitingOperations()
  const describe = (made: RowChanges) =>
    Object.entries(made)
      .filter(([field]) => field !== 'comment')
      .map(([field, value]) => labels.value(field, value) ?? `${labels.field(field)} –`)
      .join(', ')
  return {
    shown: (row: IssueRow): IssueRow => {
      const over = changes.get(row.id)
      const kept = operations.some(({ group }) => group === row.id) && getWaitingChanges(row.id, operations)
      return over || kept ? mergeFields(row, kept || {}, over ?? {}) : row
    },
    edit: (row: IssueRow, made: RowChanges) => editRow({ project, text, say: describe }, row, made, true),
  }
}
