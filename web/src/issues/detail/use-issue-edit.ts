import { getIssue, getIssueByNumber, type Issue, updateIssue } from '@plumbline/contract/issues/issues'
import { listStatusMoves } from '@plumbline/contract/issues/issues.rules'
import type { Project } from '@plumbline/contract/projects/projects'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { ApiError, call, isUnreachable, redirectForError } from '../../api/client.ts'
import { MAX_ANSWER_MS } from '../../api/keep-write.ts'
import type { UnansweredRequest } from '../../api/outbox/operation.ts'
import { keyOf, markStale, queryClient } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { getWaitingChanges, isWaiting, useWaitingOperations } from '../../api/waiting.ts'
import { listFields, mergeFields, readField } from '../../base/nested-fields.ts'
import { randomId } from '../../base/random-id.ts'
import { isDialogOpen } from '../../ui/is-dialog-open.ts'
import { isTextInput } from '../../ui/rows.ts'
import { useStatusNames } from '../../ui/status-names.ts'
import { toast } from '../../ui/toast.ts'
import { keepEdit } from '../keep-edit.ts'
import { getCurrentValues, type IssueChanges, type IssueField, listChangedIssueFields } from './conflict.ts'
import type { SaveOptions } from './issue-context.ts'
import { IssueEditor, type IssueSource } from './issue-editor.ts'
import { useDetailText } from './text.ts'
import { useFieldLabels } from './use-field-labels.ts'

/** time for which a field changed by another person is highlighted */
const FLASH_MS = 2000

function createIssueSource(project: Project, issue: Issue): IssueSource {
  const params = { id: project.id, issueId: issue.id }
  const byNumber = keyOf(getIssueByNumber, { params: { id: project.id, number: issue.number } })
  const storeInCache = async (next: Issue) => {
    // a response still in flight may be older than this state
    await queryClient.cancelQueries({ queryKey: byNumber })
    queryClient.setQueryData(byNumber, next)
    queryClient.setQueryData(keyOf(getIssue, { params }), next)
    return next
  }
  const known = (): Issue =>
    mergeFields(queryClient.getQueryData<Issue>(byNumber) ?? issue, getWaitingChanges(issue.id))
  /** Hands the change to the outbox, which merges it with others' changes. */
  const keep = async (
    body: IssueChanges & { comment?: string },
    unanswered: UnansweredRequest | null,
  ): Promise<Issue> => {
    const now = known()
    const { comment: _, ...changes } = body
    await keepEdit(project.id, now, { base: getCurrentValues(now, changes), body, unanswered })
    return mergeFields(now, changes)
  }
  return {
    known,
    fetch: async () => storeInCache(await call(getIssue, { params })),
    send: async (body, ifMatch) => {
      if (isWaiting(issue.id)) return keep(body, null)
      const key = randomId()
      try {
        const reply = await call(
          updateIssue,
          { params, body },
          { ifMatch, redirects: false, key, answerMs: MAX_ANSWER_MS },
        )
        await storeInCache(reply)
        void markStale(updateIssue.tells, project.id)
        return reply
      } catch (error) {
        if (isUnreachable(error)) return keep(body, { key, body, if_match: ifMatch })
        // 403 on one field must not redirect away from the page
        if (error instanceof ApiError && error.status !== 403) redirectForError(updateIssue.path, error)
        throw error
      }
    },
    isStale: (error) => error instanceof ApiError && error.code === 'stale',
  }
}

/** Editors by user and issue: pending changes and conflicts outlive the screen. */
const editors = new Map<string, IssueEditor>()

function getEditor(userId: string, project: Project, issue: Issue): IssueEditor {
  const key = `${userId} ${issue.id}`
  const known = editors.get(key)
  if (known) return known
  const editor = new IssueEditor(createIssueSource(project, issue))
  editors.set(key, editor)
  return editor
}

/** The fields that another person has just changed, for FLASH_MS. */
function useFlash(issue: Issue, myId: string): ReadonlySet<IssueField> {
  const [last, setLast] = useState(issue)
  const [flashed, setFlashed] = useState<ReadonlySet<IssueField>>(new Set())
  if (last.version !== issue.version) {
    setLast(issue)
    if (issue.updated_by !== myId) setFlashed(new Set(listChangedIssueFields(last, issue)))
  }
  useEffect(() => {
    if (flashed.size === 0) return
    const timer = setTimeout(() => setFlashed(new Set()), FLASH_MS)
    return () => clearTimeout(timer)
  }, [flashed])
  return flashed
}

/**
 * The issue with optimistic changes applied, and functions to change it; rejected changes are rolled back with a toast.
 */
export function useIssueEdit(project: Project, issue: Issue) {
  const text = useDetailText()
  const statusNames = useStatusNames()
  const me = useMe()
  const labels = useFieldLabels(project.id)
  const editor = getEditor(me.id, project, issue)
  const { changes, conflict } = useSyncExternalStore(editor.subscribe, editor.read)
  const kept = getWaitingChanges(issue.id, useWaitingOperations())
  const flashed = useFlash(issue, me.id)

  function showError(error: unknown) {
    if (error instanceof ApiError && [401, 402].includes(error.status)) return
    toast.error({ title: text.refused, text: error instanceof ApiError ? error.message : undefined })
  }
  async function save(mine: IssueChanges, options: SaveOptions = {}): Promise<boolean> {
    try {
      await editor.save(mine, options)
      return true
    } catch (error) {
      showError(error)
      return false
    }
  }
  async function undo() {
    const last = await editor.lastCompleted()
    if (!last) return
    const previousStatus = last.from.status
    const relation = { user_id: me.id, permission_level: project.my_permission_level }
    if (
      previousStatus &&
      previousStatus !== issue.status &&
      !listStatusMoves(relation, issue).includes(previousStatus)
    ) {
      toast.error({ title: text.notUndoable(statusNames[issue.status], statusNames[previousStatus]) })
      return
    }
    try {
      const done = await editor.undo()
      const from = done?.from ?? {}
      const told = listFields(from).map(
        (field) => `${labels.field(field)}: ${labels.value(field, readField(from, field)) ?? text.none}`,
      )
      if (done) toast.success({ title: text.undone(told.join('; ').slice(0, 120)) })
    } catch (error) {
      showError(error)
    }
  }
  return {
    shown: mergeFields(issue, kept, changes),
    flashed,
    conflict,
    save,
    undo,
    decide: editor.resolveConflict.bind(editor),
  }
}

/** Runs undo on Ctrl+Z, except in text fields and dialogs. */
export function useUndoKey(undo: () => void) {
  const run = useEffectEvent(undo)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const asked = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!asked || event.key.toLowerCase() !== 'z' || event.defaultPrevented) return
      const target = event.target instanceof Element ? event.target : document.body
      if (isTextInput(target) || isDialogOpen()) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
