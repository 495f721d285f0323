import { listHeaders } from '@plumbline/contract/bim/bim'
import type { ElementHit } from '@plumbline/contract/bim/elements'
import type { Condition } from '@plumbline/contract/bim/elements.rules'
import { useRead } from '../../api/query.ts'
import { useNavigate } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { Link } from '../../ui/Link.tsx'
import { type TableColumn, VirtualTable } from '../../ui/Table.tsx'
import { classWords } from './class-words.ts'
import { useElementText } from './text.ts'

/** What was found: a table, on phones cards. */

export const keyOfHit = ({ header_id, element }: ElementHit) => `${header_id} ${element}`

interface HitsProps {
  projectId: string
  rows: ElementHit[]
  conditions: Condition[]
}

const addressOf = (projectId: string, hit: ElementHit) =>
  paths.viewer(projectId, { models: [hit.header_id], select: [hit.guid] })

const matchedValue = (hit: ElementHit, { name }: Condition) =>
  hit.values.find((value) => value.name.toLowerCase() === name.toLowerCase())?.value ?? ''

/** Conditions on one property share a column. */
const columnsOf = (conditions: Condition[]) => [
  ...new Map(conditions.map((condition) => [condition.name.toLowerCase(), condition])).values(),
]

/** Names of the files, by header. */
function useFileNames(projectId: string): Map<string, string> {
  const { data } = useRead(listHeaders, { params: { id: projectId } })
  const headers = (data ?? []).flatMap((each) => ('headers' in each ? each.headers : [each]))
  return new Map(headers.map((header) => [header.id, header.name]))
}

export function ElementRows(
  props: HitsProps & { selected: ReadonlySet<string>; onSelect: (selected: Set<string>) => void },
) {
  const text = useElementText()
  const navigate = useNavigate()
  const files = useFileNames(props.projectId)
  const nameOf = (hit: ElementHit) => hit.name || hit.tag || text.unnamed
  const columns: TableColumn<ElementHit>[] = [
    {
      id: 'name',
      header: text.name,
      cell: (hit) => <Link href={addressOf(props.projectId, hit)}>{nameOf(hit)}</Link>,
    },
    { id: 'class', header: text.class, cell: (hit) => classWords(hit.class), width: '9rem' },
    { id: 'type', header: text.type, cell: (hit) => hit.type },
    { id: 'storey', header: text.storey, cell: (hit) => hit.storey, width: '10rem' },
    ...columnsOf(props.conditions).map(
      (condition): TableColumn<ElementHit> => ({
        id: `value ${condition.name}`,
        header: condition.name,
        cell: (hit) => matchedValue(hit, condition),
        width: '9rem',
      }),
    ),
    { id: 'file', header: text.file, cell: (hit) => files.get(hit.header_id) ?? '', width: '10rem' },
  ]
  return (
    <VirtualTable
      label={text.elements}
      className="min-h-0 flex-1 border-line border-t"
      columns={columns}
      rows={props.rows}
      rowKey={keyOfHit}
      rowLabel={nameOf}
      selected={props.selected}
      onSelect={props.onSelect}
      onOpen={(hit) => navigate(addressOf(props.projectId, hit))}
      dense
    />
  )
}

export function ElementCards({ projectId, rows, conditions }: HitsProps) {
  const text = useElementText()
  return (
    <ul className="divide-y divide-line border-line border-t">
      {rows.map((hit) => (
        <li key={keyOfHit(hit)} className="px-4 py-2.5">
          <Link
            href={addressOf(projectId, hit)}
            className="line-clamp-2 py-0.5 font-medium [overflow-wrap:anywhere]"
          >
            {hit.name || hit.tag || text.unnamed}
          </Link>
          <p className="truncate text-13 text-text-muted">
            {[classWords(hit.class), hit.type, hit.storey].filter(Boolean).join(' · ')}
          </p>
          {columnsOf(conditions).map((condition) => (
            <p key={condition.name} className="truncate text-13">
              <span className="text-text-muted">{condition.name}</span> {matchedValue(hit, condition)}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}
