import { ListFilter, Search, Trash2 } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { Input } from '../ui/Input.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/Menu.tsx'
import { useProjectsText } from './projects-text.ts'
import type { ProjectsView } from './use-projects-view.ts'

/** One row above the project list: the search, and a menu of filter, sort order, layout and trash. */
export default function ProjectFilters({ view, onTrash }: { view: ProjectsView; onTrash: () => void }) {
  const text = useProjectsText()
  const which = (['all', 'current', 'archived'] as const).map((value) => ({ value, label: text[value] }))
  const sorts = [
    { value: 'recent' as const, label: text.recent },
    { value: 'name' as const, label: text.byName },
  ]
  const layouts = [
    { value: 'grid' as const, label: text.asGrid },
    { value: 'list' as const, label: text.asList },
  ]
  return (
    <div className="mb-4 flex items-center gap-2">
      <Input
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        icon={<Search aria-hidden />}
        value={view.q}
        onChange={(q) => view.change({ search: q || undefined })}
        className="min-w-0 flex-1 sm:max-w-80"
      />
      <Menu
        align="end"
        trigger={
          <Button icon={<ListFilter aria-hidden />} className="ms-auto flex-none">
            {text[view.which]}
          </Button>
        }
      >
        <MenuChoice
          label={text.which}
          options={which}
          value={view.which}
          onChange={(value) => view.change({ which: value === 'all' ? undefined : value })}
        />
        <MenuSeparator />
        <MenuChoice
          label={text.sort}
          options={sorts}
          value={view.sort}
          onChange={(value) => view.change({ sort: value === 'name' ? value : undefined })}
        />
        <MenuSeparator />
        <MenuChoice
          label={text.layout}
          options={layouts}
          value={view.layout}
          onChange={(value) => view.change({ layout: value === 'list' ? value : undefined })}
        />
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} onSelect={onTrash}>
          {text.trash}
        </MenuItem>
      </Menu>
    </div>
  )
}
