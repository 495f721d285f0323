import { watchIssue } from '@plumbline/contract/issues/issues'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { sendOrKeep } from '../../api/keep-write.ts'
import { markStale, toastError } from '../../api/query.ts'
import { useWaitingOperations } from '../../api/waiting.ts'
import { Button } from '../../ui/Button.tsx'
import { MultiCombobox } from '../../ui/Combobox.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { describeIssue } from '../describe-issue.ts'
import { usePeople } from '../use-people.ts'
import { useIssueParams, useOpenIssue } from './issue-context.ts'
import { useDetailText } from './text.ts'

/** Toggles whether the current user watches the issue and is notified of changes. */
export function WatchButton() {
  const text = useDetailText()
  const { issue, relation } = useOpenIssue()
  const params = useIssueParams()
  const kept = useWaitingOperations().findLast(
    ({ kind, group }) => kind === 'watchIssue' && group === issue.id,
  )
  const [pending, setPending] = useState(false)
  const watching = kept ? kept.body?.watching === true : issue.watcher_ids.includes(relation.user_id)
  async function toggle() {
    const body = { watching: !watching }
    setPending(true)
    try {
      await sendOrKeep((options) => call(watchIssue, { params, body }, options), {
        kind: 'watchIssue',
        group: issue.id,
        project_id: params.id,
        params,
        body,
        label: describeIssue(issue),
      })
      await markStale(watchIssue.tells, params.id)
    } catch (error) {
      toastError(error)
    } finally {
      setPending(false)
    }
  }
  const name = watching ? text.stopWatching : text.watch
  const button = {
    size: 'small',
    loading: pending,
    icon: watching ? <EyeOff aria-hidden /> : <Eye aria-hidden />,
    onClick: () => void toggle(),
  } as const
  // in a narrow header the label would push the following buttons out of it
  return (
    <>
      <Button {...button} look="ghost" className="@max-md:hidden">
        {name}
      </Button>
      <IconButton {...button} name={name} className="@md:hidden" />
    </>
  )
}

/** The watchers of the issue, with a picker for users who may edit it. */
export function Watchers() {
  const text = useDetailText()
  const { project, issue, mayNotEdit, save } = useOpenIssue()
  const { all, nameOf, orElse, isUnread } = usePeople(project.id)
  if (mayNotEdit)
    return (
      <p className="text-13">
        {issue.watcher_ids.map((id) => nameOf(id) ?? orElse(text.formerMember)).join(', ') || text.nobody}
      </p>
    )
  const known = new Set(all.map(({ value }) => value))
  const gone = issue.watcher_ids.filter((id) => !known.has(id))
  return (
    <MultiCombobox
      options={[...all, ...gone.map((value) => ({ value, label: orElse(text.formerMember) }))]}
      unread={isUnread}
      placeholder={text.nobody}
      value={issue.watcher_ids}
      onChange={(watcher_ids) => void save({ watcher_ids })}
    />
  )
}
