import { listHeaders } from '@plumbline/contract/bim/bim'
import type { ElementHit } from '@plumbline/contract/bim/elements'
import type { Condition } from '@plumbline/contract/bim/elements.rules'
import { useRead } from '../../api/query.ts'
import { useNavigate } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { Link } from '../../ui/Link.tsx'
import { type TableColumn, VirtualTable } from '../../ui/Table.tsx'
import { formatElementClass } from './format-element-class.ts'
import { useElementText } from './text.ts'

/** Results of the element search: a table, or cards on phones. */

export const buildHitKey = ({ header_id, element }: ElementHit) => `${header_id} ${element}`

interface HitsProps {
  projectId: string
  rows: ElementHit[]
  conditions: Condition[]
}

const viewerUrl = (projectId: string, hit: ElementHit) =>
  paths.viewer(projectId, { models: [hit.header_id], select: [hit.guid] })

const matchedValue = (hit: ElementHit, { name }: Condition) =>
  hit.values.find((value) => value.name.toLowerCase() === name.toLowerCase())?.value ?? ''

/** One column per property: several conditions on the same property share it. */
const columnsOf = (conditions: Condition[]) => [
  ...new Map(conditions.map((condition) => [condition.name.toLowerCase(), condition])).values(),
]

/** File names by header id. */
function useFileNames(projectId: string): Map<string, string> {
  const { data } = useRead(listHeaders, { params: { id: projectId } }, { silent: true })
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
      cell: (hit) => <Link href={viewerUrl(props.projectId, hit)}>{nameOf(hit)}</Link>,
    },
    { id: 'class', header: text.class, cell: (hit) => formatElementClass(hit.class), width: '9rem' },
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
    { id: 'file', header: text.file, cell: (hit) => files.get(hit.header_id) ?? '…', width: '10rem' },
  ]
  return (
    <VirtualTable
      label={text.elements}
      className="min-h-0 flex-1 border-line border-t"
      columns={columns}
      rows={props.rows}
      rowKey={buildHitKey}
      rowLabel={nameOf}
      selected={props.selected}
      onSelect={props.onSelect}
      onOpen={(hit) => navigate(viewerUrl(props.projectId, hit))}
      dense
    />
  )
}

export function ElementCards({ projectId, rows, conditions }: HitsProps) {
  const text = useElementText()
  return (
    <ul className="divide-y divide-line border-line border-t">
      {rows.map((hit) => (
        <li key={buildHitKey(hit)} className="relative px-4 py-2.5">
          <Link
            href={viewerUrl(projectId, hit)}
            className="line-clamp-2 py-0.5 font-medium after:absolute after:inset-0 [overflow-wrap:anywhere]"
          >
            {hit.name || hit.tag || text.unnamed}
          </Link>
          <p className="truncate text-13 text-text-muted">
            {[formatElementClass(hit.class), hit.type, hit.storey].filter(Boolean).join(' · ')}
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
