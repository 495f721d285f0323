import { listCompanies, listCompanyProjects } from '@plumbline/contract/admin/companies'
import { startReindex } from '@plumbline/contract/admin/reindex'
import { useState } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useWrite } from '../api/query.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { toast } from '../ui/toast.ts'
import { refreshAdministration, useAdminPages } from './admin-reads.ts'
import { PagedItems, RunCompanies, type RunStarter, StartButton } from './RunLimits.tsx'
import { isOpenRun, RunStatus, useRun } from './RunStatus.tsx'
import { useRunsText } from './runs-text.ts'

type Starter = RunStarter<{ team_id?: string; project_id?: string }>

/** Rebuilds derived data: all of it, or that of a company or project. */
export function ReindexCard() {
  const texts = useRunsText()
  const text = texts.reindex
  const [isLimited, setLimited] = useState(false)
  const run = useRun('REINDEX')
  const start = useWrite(startReindex, {
    onDone: ({ items }) => {
      toast.success({ text: text.begun(items) })
      void refreshAdministration()
    },
  })
  const last = run.data?.run
  const starter: Starter = {
    run: (body) => start.run({ body }),
    disabled: (isOpenRun(last) || start.pending || run.data === undefined) && texts.run.isOpen,
  }
  return (
    <Card
      title={text.title}
      action={
        <div className="flex flex-wrap gap-2">
          <Button look="ghost" aria-expanded={isLimited} onClick={() => setLimited(!isLimited)}>
            {text.limit}
          </Button>
          <Button disabled={starter.disabled} onClick={() => starter.run({})}>
            {text.all}
          </Button>
        </div>
      }
    >
      <p className="mb-3 text-text-muted">{text.hint}</p>
      {run.data ? (
        <RunStatus kind="REINDEX" reply={run.data} />
      ) : (
        <LoadingState error={run.error} onRetry={() => void run.refetch()} />
      )}
      {last && last.items > 0 && (
        <div className="mt-4">
          <Banner tone={last.changed > 0 ? 'warning' : 'success'}>
            {last.changed > 0 ? text.differed(last.changed) : text.same}
          </Banner>
        </div>
      )}
      {isLimited && <Companies starter={starter} />}
    </Card>
  )
}

function Companies({ starter }: { starter: Starter }) {
  const text = useRunsText().reindex
  return (
    <RunCompanies
      pages={useAdminPages(listCompanies, {}, 'after')}
      label={text.companies}
      startLabel={text.one}
      starter={starter}
    >
      {({ id, name }) => <Projects teamId={id} name={name} starter={starter} />}
    </RunCompanies>
  )
}

function Projects({ teamId, name, starter }: { teamId: string; name: string; starter: Starter }) {
  const text = useRunsText().reindex
  return (
    <PagedItems
      pages={useAdminPages(listCompanyProjects, { team_id: teamId }, 'after')}
      className="mt-1 mb-3 ps-7"
    >
      {(projects) => (
        <ul aria-label={text.list(name)}>
          {projects.map((project) => (
            <li
              key={project.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1 [overflow-wrap:anywhere]"
            >
              <span className="min-w-0 flex-1 basis-60">{project.name}</span>
              <StartButton
                label={text.one}
                name={project.name}
                limit={{ project_id: project.id }}
                starter={starter}
              />
            </li>
          ))}
        </ul>
      )}
    </PagedItems>
  )
}
