import { createDemoProject, listProjects, type Project } from '@plumbline/contract/projects'
import { KeyRound, LayoutGrid, List, Plus, Search, Trash2 } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, startTransition, useState } from 'react'
import { useRead, useWrite } from '../api/query.ts'
import { useNavigate, useSearch } from '../app/navigation.tsx'
import { paths } from '../app/paths.ts'
import { useMe } from '../app/session.ts'
import { storage } from '../app/storage.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Input } from '../ui/Input.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonBlock } from '../ui/Skeleton.tsx'
import { ProjectCard } from './ProjectCard.tsx'
import { useProjectsText } from './projects-text.ts'

const Waiting = lazy(() => import('../access/Waiting.tsx'))
const InviteDialog = lazy(() => import('../access/InviteDialog.tsx'))
const ProjectList = lazy(() => import('./ProjectList.tsx'))

interface DialogProps {
  open: boolean
  onClose: () => void
}
const dialogs: Record<'new' | 'join' | 'trash', ComponentType<DialogProps>> = {
  new: lazy(() => import('./NewProjectDialog.tsx')),
  join: lazy(() => import('../access/JoinDialog.tsx')),
  trash: lazy(() => import('./TrashDialog.tsx')),
}

/** What the address says of the list: search words, which projects, order, layout. */
function useView() {
  const [search, change] = useSearch()
  return {
    q: search.search ?? '',
    which: (['current', 'archived'] as const).find((value) => value === search.which) ?? ('all' as const),
    sort: search.sort === 'name' ? ('name' as const) : ('recent' as const),
    layout: search.layout === 'list' ? ('list' as const) : ('grid' as const),
    invite: search.invite ?? null,
    change,
  }
}
type View = ReturnType<typeof useView>

function shown(projects: Project[], { q, which, sort }: View): Project[] {
  const words = q.trim().toLowerCase()
  const team = storage.teamId()
  const fitting = projects.filter(
    (project) =>
      (project.status === 'ARCHIVED') === (which === 'archived') &&
      (which !== 'current' || project.team_id === team) &&
      `${project.name} ${project.code} ${project.team_name} ${project.address}`.toLowerCase().includes(words),
  )
  return sort === 'name' ? fitting.sort((a, b) => a.name.localeCompare(b.name)) : fitting
}

/** Every project one is in, and what waits for an answer. */
export function ProjectsPage() {
  const text = useProjectsText()
  const { data, error, refetch } = useRead(listProjects, {})
  const view = useView()
  const [dialog, setDialog] = useState<keyof typeof dialogs>()
  const [open, setOpen] = useState(false)
  // in a transition: the page stays as it is while the dialog's code comes
  const show = (which: keyof typeof dialogs) =>
    startTransition(() => {
      setDialog(which)
      setOpen(true)
    })
  const list = data && shown(data, view)
  const Dialog = dialog && dialogs[dialog]
  const clear = () => view.change({ search: undefined, which: undefined })
  return (
    <div className="mx-auto max-w-320 p-4 sm:p-6">
      <Head onShow={show} />
      <Suspense>
        <Waiting onOpen={(id) => view.change({ invite: id })} />
        {view.invite && (
          <InviteDialog inviteId={view.invite} onClose={() => view.change({ invite: undefined })} />
        )}
      </Suspense>
      {data && data.length > 0 && <Filters view={view} onTrash={() => show('trash')} />}
      {error && (
        <Banner tone="danger" action={<Button onClick={() => void refetch()}>{text.tryAgain}</Button>}>
          {text.failed}
        </Banner>
      )}
      {!data && !error && <Waits />}
      {data?.length === 0 && <None onShow={show} />}
      {data && data.length > 0 && list?.length === 0 && (
        <EmptyState
          drawing="search"
          title={text.noMatch}
          action={<Button onClick={clear}>{text.clear}</Button>}
        />
      )}
      {list && list.length > 0 && view.layout === 'grid' && (
        <Grid>
          {list.map((project) => (
            <ProjectCard key={project.id} project={project} />
          ))}
        </Grid>
      )}
      {list && list.length > 0 && view.layout === 'list' && (
        <Suspense>
          <ProjectList projects={list} />
        </Suspense>
      )}
      {Dialog && <Dialog open={open} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Head({ onShow }: { onShow: (which: keyof typeof dialogs) => void }) {
  const text = useProjectsText()
  const me = useMe()
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <h1 className="me-auto font-semibold text-26 max-sm:w-full">{text.title}</h1>
      <Button className="max-sm:flex-1" icon={<KeyRound aria-hidden />} onClick={() => onShow('join')}>
        {text.joinWithCode}
      </Button>
      <Button
        look="primary"
        className="max-sm:flex-1"
        icon={<Plus aria-hidden />}
        disabled={me.teams.length > 0 ? false : text.noCompany}
        onClick={() => onShow('new')}
      >
        {text.newProject}
      </Button>
    </div>
  )
}

function None({ onShow }: { onShow: (which: keyof typeof dialogs) => void }) {
  const text = useProjectsText()
  const navigate = useNavigate()
  const noCompany = useMe().teams.length > 0 ? false : text.noCompany
  const demo = useWrite(createDemoProject, { onDone: ({ id }) => navigate(paths.viewer(id)) })
  return (
    <EmptyState
      drawing="model"
      title={text.none}
      action={
        <>
          <Button look="primary" disabled={noCompany} loading={demo.pending} onClick={() => demo.run({})}>
            {text.openDemo}
          </Button>
          <Button disabled={noCompany} onClick={() => onShow('new')}>
            {text.newProject}
          </Button>
          <ButtonLink href={paths.client()}>{text.joinWithCode}</ButtonLink>
          <Button look="ghost" onClick={() => onShow('trash')}>
            {text.trash}
          </Button>
        </>
      }
    >
      {text.noneHint}
    </EmptyState>
  )
}

function Waits() {
  return (
    <Skeleton>
      <Grid>
        {[1, 2, 3, 4, 5, 6].map((key) => (
          <SkeletonBlock key={key} className="h-72" />
        ))}
      </Grid>
    </Skeleton>
  )
}

function Grid({ children }: { children: ReactNode }) {
  return <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-4">{children}</ul>
}

function Filters({ view, onTrash }: { view: View; onTrash: () => void }) {
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
