import { listProjects, type Project } from '@plumbline/contract/projects'
import { Plus, Search } from 'lucide-react'
import { lazy, startTransition, useState } from 'react'
import { useRead } from '../api/query.ts'
import { useMe } from '../app/session.ts'
import { storage } from '../app/storage.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Input } from '../ui/Input.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonBlock } from '../ui/Skeleton.tsx'
import { ProjectCard } from './ProjectCard.tsx'
import { useProjectsText } from './projects-text.ts'

const NewProjectDialog = lazy(() => import('./NewProjectDialog.tsx'))

type Which = 'all' | 'current' | 'archived'
type Sort = 'recent' | 'name'

interface View {
  q: string
  which: Which
  sort: Sort
}

const START: View = { q: '', which: 'all', sort: 'recent' }

function shown(projects: Project[], { q, which, sort }: View): Project[] {
  const words = q.trim().toLowerCase()
  const team = storage.teamId()
  const fitting = projects.filter(
    (project) =>
      (project.status === 'ARCHIVED') === (which === 'archived') &&
      (which !== 'current' || project.team_id === team) &&
      `${project.name} ${project.team_name} ${project.address}`.toLowerCase().includes(words),
  )
  return sort === 'name' ? fitting.sort((a, b) => a.name.localeCompare(b.name)) : fitting
}

/** Every project one is in. */
export function ProjectsPage() {
  const text = useProjectsText()
  const me = useMe()
  const { data, error, refetch } = useRead(listProjects, {})
  const [view, setView] = useState(START)
  const [dialog, setDialog] = useState<'unused' | 'open' | 'closed'>('unused')
  const list = data && shown(data, view)
  const mayCreate = me.teams.length > 0 ? false : text.noCompany
  return (
    <div className="mx-auto max-w-320 p-4 sm:p-6">
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <h1 className="me-auto font-semibold text-26">{text.title}</h1>
        <Button
          look="primary"
          icon={<Plus aria-hidden />}
          disabled={mayCreate}
          // in a transition: the page stays as it is while the dialog's code comes
          onClick={() => startTransition(() => setDialog('open'))}
        >
          {text.newProject}
        </Button>
      </div>
      {data && data.length > 0 && <Filters view={view} onChange={setView} />}
      {error && (
        <Banner tone="danger" action={<Button onClick={() => void refetch()}>{text.tryAgain}</Button>}>
          {text.failed}
        </Banner>
      )}
      {!data && !error && (
        <Skeleton>
          <Grid>
            {[1, 2, 3, 4, 5, 6].map((key) => (
              <SkeletonBlock key={key} className="h-72" />
            ))}
          </Grid>
        </Skeleton>
      )}
      {data?.length === 0 && (
        <EmptyState drawing="model" title={text.none}>
          {text.noneHint}
        </EmptyState>
      )}
      {data && data.length > 0 && list?.length === 0 && (
        <EmptyState
          drawing="search"
          title={text.noMatch}
          action={<Button onClick={() => setView(START)}>{text.clear}</Button>}
        />
      )}
      {list && list.length > 0 && (
        <Grid>
          {list.map((project) => (
            <ProjectCard key={project.id} project={project} />
          ))}
        </Grid>
      )}
      {dialog !== 'unused' && (
        <NewProjectDialog open={dialog === 'open'} onClose={() => setDialog('closed')} />
      )}
    </div>
  )
}

function Grid({ children }: { children: React.ReactNode }) {
  return <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4">{children}</ul>
}

function Filters({ view, onChange }: { view: View; onChange: (view: View) => void }) {
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
        onChange={(q) => onChange({ ...view, q })}
        className="w-full sm:w-64"
      />
      <Select
        aria-label={text.which}
        options={which}
        value={view.which}
        onChange={(value) => value && onChange({ ...view, which: value })}
        className="w-52"
      />
      <Select
        aria-label={text.sort}
        options={sorts}
        value={view.sort}
        onChange={(value) => value && onChange({ ...view, sort: value })}
        className="w-40"
      />
    </div>
  )
}
