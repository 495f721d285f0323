import { type CompanyStorage, listCompanies, listCompanyProjects } from '@plumbline/contract/admin/companies'
import { startReindex } from '@plumbline/contract/admin/reindex'
import { useState } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useWrite } from '../api/query.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { toast } from '../ui/toast.ts'
import { refreshAdministration, useAdminPages } from './admin-reads.ts'
import { DisclosureRow } from './DisclosureRow.tsx'
import { MoreButton } from './MoreButton.tsx'
import { isOpenRun, RunStatus, useRun } from './RunStatus.tsx'
import { useRunsText } from './runs-text.ts'
import { useAdminText } from './text.ts'

interface Starter {
  run: (limit: { team_id?: string; project_id?: string }) => void
  /** why nothing can be started now; false: it can */
  disabled: string | false
}

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
  const { more } = useAdminText()
  const found = useAdminPages(listCompanies, {}, 'after')
  if (!found.items) return <LoadingState error={found.error} onRetry={() => void found.refetch()} />
  return (
    <div className="mt-4">
      <ul aria-label={text.companies} className="divide-y divide-line">
        {found.items.map((company) => (
          <Company key={company.id} company={company} starter={starter} />
        ))}
      </ul>
      <MoreButton pages={found} label={more} />
    </div>
  )
}

function Company({ company: { id, name }, starter }: { company: CompanyStorage; starter: Starter }) {
  return (
    <DisclosureRow
      title={name}
      action={<StartButton name={name} starter={starter} limit={{ team_id: id }} />}
    >
      <Projects teamId={id} name={name} starter={starter} />
    </DisclosureRow>
  )
}

function StartButton({
  name,
  starter,
  limit,
}: {
  name: string
  starter: Starter
  limit: Parameters<Starter['run']>[0]
}) {
  const text = useRunsText().reindex
  return (
    <Button
      size="small"
      aria-label={`${text.one}: ${name}`}
      disabled={starter.disabled}
      onClick={() => starter.run(limit)}
    >
      {text.one}
    </Button>
  )
}

function Projects({ teamId, name, starter }: { teamId: string; name: string; starter: Starter }) {
  const text = useRunsText().reindex
  const { more } = useAdminText()
  const found = useAdminPages(listCompanyProjects, { team_id: teamId }, 'after')
  if (!found.items) return <LoadingState error={found.error} onRetry={() => void found.refetch()} />
  return (
    <div className="mt-1 mb-3 ps-7">
      <ul aria-label={text.list(name)}>
        {found.items.map((project) => (
          <li
            key={project.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1 [overflow-wrap:anywhere]"
          >
            <span className="min-w-0 flex-1 basis-60">{project.name}</span>
            <StartButton name={project.name} starter={starter} limit={{ project_id: project.id }} />
          </li>
        ))}
      </ul>
      <MoreButton pages={found} label={more} />
    </div>
  )
}
