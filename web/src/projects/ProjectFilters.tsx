import { LayoutGrid, List, Search, Trash2 } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import { Input } from '../ui/Input.tsx'
import { Select } from '../ui/Select.tsx'
import { useProjectsText } from './projects-text.ts'
import type { ProjectsView } from './use-projects-view.ts'

/** Search, filter, sort order and layout of the project list. */
export default function ProjectFilters({ view, onTrash }: { view: ProjectsView; onTrash: () => void }) {
  const text = useProjectsText()
  const which = (['all', 'current', 'archived'] as const).map((value) => ({ value, label: text[value] }))
  const sorts = [
    { value: 'recent' as const, label: text.recent },
    { value: 'name' as const, label: text.byName },
  ]
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <Input
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        icon={<Search aria-hidden />}
        value={view.q}
        onChange={(q) => view.change({ search: q || undefined })}
        className="w-full sm:w-64"
      />
      <Select
        aria-label={text.which}
        options={which}
        value={view.which}
        onChange={(value) => view.change({ which: value === 'all' || !value ? undefined : value })}
        className="min-w-40 flex-1 sm:w-52 sm:flex-none"
      />
      <Select
        aria-label={text.sort}
        options={sorts}
        value={view.sort}
        onChange={(value) => view.change({ sort: value === 'name' ? value : undefined })}
        className="min-w-32 flex-1 sm:w-40 sm:flex-none"
      />
      <div className="ms-auto flex gap-1">
        <IconButton
          name={text.asGrid}
          pressed={view.layout === 'grid'}
          icon={<LayoutGrid aria-hidden />}
          onClick={() => view.change({ layout: undefined })}
        />
        <IconButton
          name={text.asList}
          pressed={view.layout === 'list'}
          icon={<List aria-hidden />}
          onClick={() => view.change({ layout: 'list' })}
        />
        <IconButton name={text.trash} icon={<Trash2 aria-hidden />} onClick={onTrash} />
      </div>
    </div>
  )
}
