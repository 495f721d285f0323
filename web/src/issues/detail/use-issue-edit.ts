import { getIssue, getIssueByNumber, type Issue, updateIssue } from '@plumbline/contract/issues/issues'
import { statusMoves } from '@plumbline/contract/issues/issues.rules'
import type { Project } from '@plumbline/contract/projects/projects'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { ApiError, call, redirectForError } from '../../api/client.ts'
import { keyOf, markStale, queryClient } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { isDialogOpen } from '../../ui/is-dialog-open.ts'
import { isTextInput } from '../../ui/rows.ts'
import { useUiText } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'
import { changedFields, type IssueChanges, type IssueField } from './conflict.ts'
import type { SaveOptions } from './issue-context.ts'
import { IssueEditor, type IssueSource } from './issue-editor.ts'
import { useDetailText } from './text.ts'
import { useFieldWords } from './use-field-words.ts'

/** how long a field that somebody else changed stands out */
const FLASH_MS = 2000

function sourceOf(project: Project, issue: Issue): IssueSource {
  const params = { id: project.id, issueId: issue.id }
  const byNumber = keyOf(getIssueByNumber, { params: { id: project.id, number: issue.number } })
  const keep = async (next: Issue) => {
    // an answer that is on its way may be older than this one
    await queryClient.cancelQueries({ queryKey: byNumber })
    queryClient.setQueryData(byNumber, next)
    queryClient.setQueryData(keyOf(getIssue, { params }), next)
    return next
  }
  return {
    known: () => queryClient.getQueryData<Issue>(byNumber) ?? issue,
    fetch: async () => keep(await call(getIssue, { params })),
    send: async (body, ifMatch) => {
      try {
        const reply = await call(updateIssue, { params, body }, { ifMatch, redirects: false })
        await keep(reply)
        void markStale(updateIssue.tells, project.id)
        return reply
      } catch (error) {
        // a field that may not be changed is no reason to leave the page
        if (error instanceof ApiError && error.status !== 403) redirectForError(updateIssue.path, error)
        throw error
      }
    },
    isStale: (error) => error instanceof ApiError && error.code === 'stale',
  }
}

/** One for each person and issue of this tab: what is on its way or undecided outlives the screen. */
const editors = new Map<string, IssueEditor>()

function editorOf(userId: string, project: Project, issue: Issue): IssueEditor {
  const key = `${userId} ${issue.id}`
  const known = editors.get(key)
  if (known) return known
  const editor = new IssueEditor(sourceOf(project, issue))
  editors.set(key, editor)
  return editor
}

/** Fields that somebody else changed while one looks, for a moment. */
function useFlash(issue: Issue, myId: string): ReadonlySet<IssueField> {
  const [last, setLast] = useState(issue)
  const [flashed, setFlashed] = useState<ReadonlySet<IssueField>>(new Set())
  if (last.version !== issue.version) {
    setLast(issue)
    if (issue.updated_by !== myId) setFlashed(new Set(changedFields(last, issue)))
  }
  useEffect(() => {
    if (flashed.size === 0) return
    const timer = setTimeout(() => setFlashed(new Set()), FLASH_MS)
    return () => clearTimeout(timer)
  }, [flashed])
  return flashed
}

/** The issue with one's changes on it, and how it is changed: at once, and back with a reason when refused. */
export function useIssueEdit(project: Project, issue: Issue) {
  const text = useDetailText()
  const ui = useUiText()
  const me = useMe()
  const words = useFieldWords(project.id)
  const editor = editorOf(me.id, project, issue)
  const { changes, conflict } = useSyncExternalStore(editor.subscribe, editor.read)
  const flashed = useFlash(issue, me.id)

  function tell(error: unknown) {
    if (error instanceof ApiError && [401, 402].includes(error.status)) return
    toast.error({ title: text.refused, text: error instanceof ApiError ? error.message : undefined })
  }
  async function save(mine: IssueChanges, options: SaveOptions = {}): Promise<boolean> {
    try {
      await editor.save(mine, options)
      return true
    } catch (error) {
      tell(error)
      return false
    }
  }
  async function undo() {
    const last = await editor.lastDone()
    if (!last) return
    const back = last.from.status
    const who = { user_id: me.id, permission_level: project.my_permission_level }
    if (back && back !== issue.status && !statusMoves(who, issue).includes(back)) {
      toast.error({ title: text.notUndoable(ui.status[issue.status], ui.status[back]) })
      return
    }
    try {
      const done = await editor.undo()
      const told = Object.entries(done?.from ?? {}).map(
        ([field, value]) => `${words.field(field)}: ${words.value(field, value) ?? text.none}`,
      )
      if (done) toast.success({ title: text.undone(told.join('; ').slice(0, 120)) })
    } catch (error) {
      tell(error)
    }
  }
  return {
    shown: { ...issue, ...changes } as Issue,
    flashed,
    conflict,
    save,
    undo,
    decide: editor.decide.bind(editor),
  }
}

/** Ctrl Z anywhere but where one writes, or in a dialog, takes one's last change of this issue back. */
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
