import { ChevronDown, ChevronUp, Settings2 } from 'lucide-react'
import { useProject } from '../../projects/use-project.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { useCustomFields } from '../custom-fields/use-custom-fields.ts'
import {
  buildOwnColumn,
  type ColumnId,
  columnIds,
  defaultColumns,
  moveColumn,
  type ShownColumn,
  toggleColumn,
} from './columns.ts'
import { useListText } from './text.ts'
import { useColumnLabel } from './use-column-labels.ts'

/** Popover that shows, hides and reorders columns; widths are set in the table header. */
export function ColumnsMenu(props: {
  columns: readonly ShownColumn[]
  onChange: (columns: readonly ShownColumn[]) => void
}) {
  const { columns, onChange } = props
  const text = useListText()
  const labelOf = useColumnLabel()
  const { offered } = useCustomFields(useProject().id)
  const all: ColumnId[] = [...columnIds, ...offered.map((field) => buildOwnColumn(field.id))]
  const hidden = all.filter((id) => !columns.some((column) => column.id === id))
  return (
    <Popover
      label={text.chooseColumns}
      showLabel
      align="end"
      trigger={<IconButton name={text.chooseColumns} icon={<Settings2 aria-hidden />} />}
    >
      <ul>
        {columns.map(({ id }, index) => (
          <li key={id} className="flex min-h-8 items-center gap-1">
            <span className="min-w-0 flex-1">
              <Checkbox
                label={labelOf(id)}
                checked
                disabled={id === 'title'}
                onChange={() => onChange(toggleColumn(columns, id))}
              />
            </span>
            <IconButton
              size="small"
              name={text.moveBefore(labelOf(id))}
              icon={<ChevronUp aria-hidden />}
              disabled={index === 0}
              onClick={() => onChange(moveColumn(columns, id, -1))}
            />
            <IconButton
              size="small"
              name={text.moveAfter(labelOf(id))}
              icon={<ChevronDown aria-hidden />}
              disabled={index === columns.length - 1}
              onClick={() => onChange(moveColumn(columns, id, 1))}
            />
          </li>
        ))}
        {hidden.map((id) => (
          <li key={id} className="flex min-h-8 items-center">
            <Checkbox
              label={labelOf(id)}
              checked={false}
              onChange={() => onChange(toggleColumn(columns, id))}
            />
          </li>
        ))}
      </ul>
      <Button size="small" className="mt-2" onClick={() => onChange(defaultColumns)}>
        {text.resetColumns}
      </Button>
    </Popover>
  )
}
