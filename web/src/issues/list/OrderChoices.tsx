import { boardGroups } from '@plumbline/contract/issues/lists'
import { Box } from 'lucide-react'
import { useNavigate } from '../../base/navigation.tsx'
import { MenuChoice, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { useListedFieldLabels } from '../field-names.ts'
import { buildFilteredModelPath } from '../filters/build-filtered-model-path.ts'
import type { ToolbarQuery } from '../filters/use-issue-query.ts'
import { useListText } from './text.ts'
import { sorts, useOwnOrders } from './use-own-orders.ts'

/** Layout, sorting and grouping as menu entries, on phones. */
export function OrderChoices({ projectId, query }: { projectId: string; query: ToolbarQuery }) {
  const text = useListText()
  const labels = useListedFieldLabels()
  const { ownGroups, ownSorts } = useOwnOrders(projectId)
  const groupOptions = boardGroups.map((value) => ({ value, label: labels[value] }))
  const sortOptions = [...sorts.map((value) => ({ value, label: text.sorts[value] })), ...ownSorts]
  const navigate = useNavigate()
  return (
    <>
      <MenuSeparator />
      <MenuItem icon={<Box aria-hidden />} onSelect={() => navigate(buildFilteredModelPath(projectId))}>
        {text.onModel}
      </MenuItem>
      <MenuChoice
        label={text.layout}
        options={[
          { value: 'list', label: text.list },
          { value: 'board', label: text.board },
        ]}
        value={query.layout}
        onChange={(layout) =>
          query.change(layout === 'board' ? { layout } : { layout: undefined, group: undefined })
        }
      />
      {query.layout === 'list' ? (
        <MenuChoice
          label={text.groupRowsBy}
          options={[{ value: 'none', label: text.noGroups }, ...groupOptions, ...ownGroups]}
          value={query.listGroup ?? 'none'}
          onChange={(group) => query.change({ group: group === 'none' ? undefined : group })}
        />
      ) : (
        <MenuChoice
          label={text.columnsBy}
          options={groupOptions}
          value={query.group}
          onChange={(group) => query.change({ group })}
        />
      )}
      <MenuChoice
        label={text.sortBy}
        options={sortOptions}
        value={sortOptions.find(({ value }) => value === query.sort)?.value ?? '-number'}
        onChange={(sort) => query.change({ sort })}
      />
    </>
  )
}
