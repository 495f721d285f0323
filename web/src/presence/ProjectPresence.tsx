import { filterMembers, listMembers } from '@plumbline/contract/access/access'
import { listUsers } from '@plumbline/contract/users/users'
import { useSyncExternalStore } from 'react'
import { useRead } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { Avatar, AvatarGroup } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Popover } from '../ui/Popover.tsx'
import { type AvatarPerson, fullName } from '../ui/person.ts'
import { presence } from './presence.ts'
import { usePresenceText } from './text.ts'
import { useReportShownProject } from './use-report-shown-project.ts'

/** Most people looked up who are not members, such as company administrators. */
const MAX_OTHER_PEOPLE = 50

/** The people with the given ids, sorted by name. */
function usePeople(projectId: string, ids: readonly string[]): AvatarPerson[] {
  const { data: rows } = useRead(
    listMembers,
    { params: { id: projectId } },
    { silent: true, enabled: ids.length > 0 },
  )
  const members = new Map(filterMembers(rows ?? []).map(({ user_id, user }) => [user_id, user]))
  const missing = rows ? ids.filter((id) => !members.has(id)).slice(0, MAX_OTHER_PEOPLE) : []
  const { data: others } = useRead(
    listUsers,
    { query: { ids: missing.join() } },
    { enabled: missing.length > 0, keepPrevious: true },
  )
  const more = new Map((others ?? []).map((person) => [person.id, person]))
  return ids
    .map((id) => members.get(id) ?? more.get(id))
    .filter((person) => person !== undefined)
    .sort((a, b) => fullName(a).localeCompare(fullName(b)))
}

function List({ people, word, isHere }: { people: readonly AvatarPerson[]; word: string; isHere: boolean }) {
  return people.map((person) => (
    <li key={person.id} className="flex items-center gap-2">
      <Avatar person={person} decorative />
      <span className="min-w-0 flex-1 truncate">{fullName(person)}</span>
      <span className={cx('flex items-center gap-1.5 text-13', isHere ? 'text-text' : 'text-text-muted')}>
        <Dot isHere={isHere} />
        {word}
      </span>
    </li>
  ))
}

const Dot = ({ isHere }: { isHere: boolean }) => (
  <span
    aria-hidden
    className={cx('size-2 flex-none rounded-full border-2 border-success', isHere && 'bg-success')}
  />
)

/** Other people who have this project open, and its other members who are online. */
export default function ProjectPresence({ projectId }: { projectId: string }) {
  useReportShownProject(projectId)
  const text = usePresenceText()
  const me = useMe()
  const present = useSyncExternalStore(presence.subscribe, () => presence.of(projectId))
  const people = usePeople(
    projectId,
    present.online.filter((id) => id !== me.id),
  )
  const here = people.filter(({ id }) => present.here.includes(id))
  const away = people.filter(({ id }) => !present.here.includes(id))
  if (people.length === 0) return null
  return (
    <Popover
      label={text.title}
      showLabel
      align="end"
      className="w-72"
      trigger={
        <Button look="ghost" className="px-1.5" aria-label={text.summary(here.length, people.length)}>
          {here.length > 0 && (
            <span aria-hidden className="max-sm:hidden">
              <AvatarGroup people={here} label={text.title} />
            </span>
          )}
          <span
            aria-hidden
            className={cx('inline-flex items-center gap-1.5', here.length > 0 && 'sm:hidden')}
          >
            <Dot isHere={here.length > 0} />
            <span className="tabular-nums">{here.length > 0 ? here.length : people.length}</span>
          </span>
        </Button>
      }
    >
      <ul className="grid gap-2">
        <List people={here} word={text.here} isHere />
        <List people={away} word={text.online} isHere={false} />
      </ul>
    </Popover>
  )
}
