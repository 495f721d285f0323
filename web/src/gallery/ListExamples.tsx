import { Box, Building2, Layers } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import type { IssueStatus, Priority } from '../ui/issue-codes.ts'
import { Link } from '../ui/Link.tsx'
import { PriorityBars } from '../ui/PriorityBars.tsx'
import { SectionNav } from '../ui/SectionNav.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { Table, type TableColumn, type TableSort, VirtualTable } from '../ui/Table.tsx'
import { NavTabs, Tabs } from '../ui/Tabs.tsx'
import { Tree } from '../ui/Tree.tsx'
import type { TreeSource } from '../ui/tree-rows.ts'
import { Example } from './Example.tsx'
import { people } from './people.ts'

interface Row {
  number: number
  name: string
  status: IssueStatus
  priority: Priority
  person: (typeof people)[number]
  due: string
}

const statuses: IssueStatus[] = ['OPEN', 'IN_PROGRESS', 'RESOLVED', 'REOPENED', 'CLOSED', 'VOID']
const priorities: Priority[] = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']
const subjects = [
  'Crack in slab, axis C',
  'Duct meets beam',
  'Door opens the wrong way',
  'Missing fire stop',
  'Wall 20 mm out',
]

function makeRow(number: number): Row {
  return {
    number,
    name: subjects[number % subjects.length] ?? '',
    status: statuses[number % statuses.length] ?? 'OPEN',
    priority: priorities[number % priorities.length] ?? 'LOW',
    person: people[number % people.length] ?? people[0],
    due: `0${(number % 9) + 1}/14/26`,
  }
}
const manyRows = Array.from({ length: 5000 }, (_, index) => makeRow(index + 1))

const columns: TableColumn<Row>[] = [
  { id: 'number', header: '#', cell: (row) => row.number, align: 'end', sortable: true, width: '4rem' },
  {
    id: 'name',
    header: 'Title',
    cell: (row) => (
      <Link quiet href={`#issue-${row.number}`}>
        {row.name}
      </Link>
    ),
    sortable: true,
  },
  { id: 'status', header: 'Status', cell: (row) => <StatusBadge status={row.status} />, width: '8rem' },
  {
    id: 'priority',
    header: 'Priority',
    cell: (row) => <PriorityBars priority={row.priority} showLabel />,
    width: '7rem',
    wideOnly: true,
  },
  {
    id: 'person',
    header: 'Assignee',
    cell: (row) => <Avatar person={row.person} size="small" />,
    width: '6rem',
    wideOnly: true,
  },
  { id: 'due', header: 'Due', cell: (row) => row.due, align: 'end', width: '6rem', wideOnly: true },
]

const storeys = 12
const perStorey = 8000
/** Example tree with about a hundred thousand rows: id 0 is the building, then come storeys, then their elements. */
const building: TreeSource<number> = {
  roots: [0],
  children(id) {
    if (id === 0) return Array.from({ length: storeys }, (_, index) => index + 1)
    if (id <= storeys)
      return Array.from({ length: perStorey }, (_, index) => storeys + 1 + (id - 1) * perStorey + index)
    return []
  },
  label(id) {
    if (id === 0) return 'Harbour Tower'
    if (id === storeys) return 'מגדל הנמל, קומה שתים עשרה, אגף מערבי'
    if (id <= storeys) return `Level ${id}`
    return `Basic Wall:Exterior, brick on block with insulation 200 mm:${id - storeys}`
  },
}

export function ListExamples() {
  const [sort, setSort] = useState<TableSort>({ column: 'number', direction: 'ascending' })
  const [selected, setSelected] = useState<Set<string>>(new Set(['2']))
  const [opened, setOpened] = useState('')
  const [expanded, setExpanded] = useState<Set<number>>(new Set([0]))
  const [revealed, setRevealed] = useState<number | null>(null)
  const [picked, setPicked] = useState<Set<number>>(new Set([2]))
  const few = useMemo(() => {
    const rows = manyRows.slice(0, 6)
    rows.sort((a, b) => (sort.column === 'name' ? a.name.localeCompare(b.name) : a.number - b.number))
    return sort.direction === 'ascending' ? rows : rows.reverse()
  }, [sort])
  const table = {
    columns,
    rowKey: (row: Row) => String(row.number),
    rowLabel: (row: Row) => `#${row.number} ${row.name}`,
    onOpen: (row: Row) => setOpened(`#${row.number}`),
  }
  function pick(id: number, add: boolean) {
    const next = new Set(add ? picked : [])
    if (add && picked.has(id)) next.delete(id)
    else next.add(id)
    setPicked(next)
  }
  return (
    <>
      <h2 className="pt-6 pb-3 font-semibold text-20">Lists</h2>
      <Example name="Table">
        <Table
          {...table}
          label="Some issues"
          rows={few}
          sort={sort}
          onSort={setSort}
          selected={selected}
          onSelect={setSelected}
        />
        <output className="mt-2 block text-13 text-text-muted">Opened: {opened}</output>
      </Example>
      <Example name="VirtualTable">
        <VirtualTable
          {...table}
          label="5,000 issues"
          rows={manyRows}
          dense
          className="h-72 rounded-card border border-line bg-surface"
        />
      </Example>
      <Example name="Tree">
        <Button
          size="small"
          className="mb-2"
          onClick={() => {
            setExpanded(new Set([0, 9]))
            setRevealed(storeys + 8 * perStorey + 500)
          }}
        >
          Show wall 64500
        </Button>
        <Tree
          label="Model"
          tree={building}
          expanded={expanded}
          onExpand={setExpanded}
          selected={picked}
          onSelect={pick}
          onOpen={(id) => setOpened(building.label(id))}
          reveal={revealed}
          icon={(id) =>
            id === 0 ? (
              <Building2 aria-hidden />
            ) : id <= storeys ? (
              <Layers aria-hidden />
            ) : (
              <Box aria-hidden className="text-text-muted" />
            )
          }
          className="h-72 max-w-100 rounded-card border border-line bg-surface p-1"
        />
      </Example>
      <Example name="Tabs and NavTabs">
        <Tabs
          label="Panels"
          tabs={[
            { value: 'tree', label: 'Tree', panel: 'By storey, class or type.' },
            { value: 'issues', label: 'Issues', count: 12, panel: 'Twelve issues.' },
            { value: 'views', label: 'Views', panel: 'No saved views.' },
          ]}
        />
        <NavTabs
          label="Project"
          className="mt-6"
          current="#issues"
          links={[
            { href: '#overview', label: 'Overview' },
            { href: '#issues', label: 'Issues', count: 12 },
            { href: '#models', label: 'Models' },
            { href: '#members', label: 'Members' },
          ]}
        />
      </Example>
      <Example name="PartsNav">
        <SectionNav
          label="Parts of this page"
          items={[
            { id: 'profile', label: 'Profile' },
            { id: 'password', label: 'Password' },
          ]}
        />
      </Example>
    </>
  )
}
