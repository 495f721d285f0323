import { type Account, accountStates, listAccounts } from '@plumbline/contract/admin/people'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useNavigate, useSearchSteps } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { Link } from '../ui/Link.tsx'
import { Select } from '../ui/Select.tsx'
import { Table, type TableColumn } from '../ui/Table.tsx'
import { shortDate, shortDateTime } from '../users/dates.ts'
import { personName } from '../users/PersonCell.tsx'
import { AccountView } from './AccountView.tsx'
import { useAdminPages } from './admin-reads.ts'
import { MoreButton } from './MoreButton.tsx'
import { useAdminText } from './text.ts'

const ALL = 'ALL'
const states = [ALL, ...accountStates] as const

/** The people of the server, or the one whom the address names. */
export default function PeoplePart() {
  const [search] = useSearchSteps()
  return search.person ? <AccountView key={search.person} id={search.person} /> : <PeopleList />
}

function PeopleList() {
  const text = useAdminText()
  const navigate = useNavigate()
  const [search, change] = useSearchSteps()
  const [words, setWords] = useState(search.q ?? '')
  const q = useDeferredValue(words.trim())
  const state = accountStates.find((each) => each === search.state)
  const found = useAdminPages(listAccounts, { ...(q ? { q } : {}), ...(state ? { state } : {}) }, 'after')
  return (
    <Card title={text.people}>
      <div className="mb-4 grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <Field label={text.search} help={text.searchHint}>
          <Input
            type="search"
            icon={<Search aria-hidden />}
            maxLength={120}
            value={words}
            onChange={setWords}
          />
        </Field>
        <Field label={text.state}>
          <Select
            options={states.map((value) => ({ value, label: text.states[value] }))}
            value={state ?? ALL}
            onChange={(chosen) => change({ state: chosen === ALL || !chosen ? undefined : chosen })}
          />
        </Field>
      </div>
      {!found.items && <LoadingState error={found.error} onRetry={() => void found.refetch()} />}
      {found.items?.length === 0 && (
        <EmptyState drawing="people" title={text.noPeople}>
          {text.noPeopleHint}
        </EmptyState>
      )}
      {found.items && found.items.length > 0 && (
        <PeopleTable people={found.items} onOpen={({ id }) => navigate(paths.administeredPerson(id))} />
      )}
      <MoreButton pages={found} label={text.more} />
    </Card>
  )
}

function PeopleTable(props: { people: Account[]; onOpen: (person: Account) => void }) {
  const text = useAdminText()
  const columns: TableColumn<Account>[] = [
    {
      id: 'person',
      header: text.person,
      cell: (person) => (
        <span className="block py-1">
          <span className="flex min-w-0 items-center gap-2">
            <Link href={paths.administeredPerson(person.id)} className="truncate font-medium">
              {personName(person) || person.email}
            </Link>
            {person.merged_into !== null && <Badge>{text.merged}</Badge>}
            {person.locked_at !== null && <Badge tone="danger">{text.locked}</Badge>}
            {person.is_operator && <Badge tone="info">{text.operator}</Badge>}
          </span>
          <span className="block truncate text-text-muted">{person.email}</span>
        </span>
      ),
    },
    {
      id: 'twoSteps',
      header: text.twoSteps,
      width: '11rem',
      wideOnly: true,
      cell: ({ has_totp }) => (has_totp ? text.yes : text.no),
    },
    {
      id: 'created',
      header: text.signedUp,
      width: '6.5rem',
      wideOnly: true,
      cell: ({ created_at }) => <span className="tabular-nums">{shortDate(created_at)}</span>,
    },
    {
      id: 'signedIn',
      header: text.lastSignIn,
      width: '9.5rem',
      wideOnly: true,
      cell: ({ signed_in_at }) => (
        <span className="tabular-nums">{signed_in_at ? shortDateTime(signed_in_at) : text.never}</span>
      ),
    },
  ]
  return (
    <Table
      label={text.people}
      columns={columns}
      rows={props.people}
      rowKey={({ id }) => id}
      rowLabel={personName}
      onOpen={props.onOpen}
    />
  )
}
