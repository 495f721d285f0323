import {
  countOutdatedModels,
  listOutdatedCompanies,
  listOutdatedModels,
  type OutdatedModel,
  startReconversion,
} from '@plumbline/contract/admin/reconversion'
import { useEffect } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useWrite } from '../api/query.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { formatFileSize } from '../ui/file-rules.ts'
import { useUiText } from '../ui/text.tsx'
import { toast } from '../ui/toast.ts'
import { refreshAdministration, useAdminPages, useAdminRead } from './admin-reads.ts'
import { PagedItems, RunCompanies, type RunStarter, StartButton } from './RunLimits.tsx'
import { isOpenRun, RunStatus, useRun } from './RunStatus.tsx'
import { useRunsText } from './runs-text.ts'

type Limit = { team_id?: string; project_id?: string; variant_id?: string }

type Starter = RunStarter<Limit>

/** Counts and lists models of an older converter, and converts them again. */
export function ReconversionCard() {
  const texts = useRunsText()
  const text = texts.reconversion
  const counted = useAdminRead(countOutdatedModels, {})
  const run = useRun('RECONVERSION')
  const start = useWrite(startReconversion, {
    onDone: ({ models }) => {
      toast.success({ text: text.begun(models) })
      void refreshAdministration()
    },
  })
  const state = run.data?.run?.state
  useEffect(() => {
    // updates the lists when a run has ended
    if (state && state !== 'RUNNING') void refreshAdministration()
  }, [state])
  const { data } = counted
  const starter: Starter = {
    run: (body) => start.run({ body }),
    disabled: (isOpenRun(run.data?.run) || start.pending) && texts.run.isOpen,
  }
  return (
    <Card
      title={text.title}
      action={
        data !== undefined &&
        data.models > 0 && (
          <Button disabled={starter.disabled} onClick={() => starter.run({})}>
            {text.all}
          </Button>
        )
      }
    >
      <p className="mb-3 text-text-muted">{text.hint}</p>
      {data === undefined && <LoadingState error={counted.error} onRetry={() => void counted.refetch()} />}
      {data && (
        <>
          {data.models > 0 ? (
            <p className="font-medium">{text.counted(data.models, data.companies)}</p>
          ) : (
            data.unread === 0 && <Banner tone="success">{text.none}</Banner>
          )}
          <p className="mt-1 text-13 text-text-muted">
            {text.converter(data.converter)} {data.unread > 0 && text.unread(data.unread)}
          </p>
        </>
      )}
      {run.data && <RunStatus kind="RECONVERSION" reply={run.data} />}
      {data !== undefined && data.models > 0 && <Companies starter={starter} />}
    </Card>
  )
}

function Companies({ starter }: { starter: Starter }) {
  const text = useRunsText().reconversion
  return (
    <RunCompanies
      pages={useAdminPages(listOutdatedCompanies, {}, 'after')}
      label={text.companies}
      startLabel={text.again}
      starter={starter}
      detailOf={({ models }) => text.models(models)}
    >
      {({ id, name }) => <Models teamId={id} name={name} starter={starter} />}
    </RunCompanies>
  )
}

function Models({ teamId, name, starter }: { teamId: string; name: string; starter: Starter }) {
  const text = useRunsText().reconversion
  const pages = useAdminPages(listOutdatedModels, { team_id: teamId }, 'after')
  return (
    <PagedItems pages={pages} className="mt-1 mb-3 ps-7">
      {(found) =>
        [...Map.groupBy(found, ({ project_id }) => project_id)].map(([project_id, models]) => {
          const project = models[0]?.project_name ?? ''
          return (
            <section key={project_id} className="mt-2">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <h3 className="font-medium text-13 [overflow-wrap:anywhere]">{project}</h3>
                <StartButton label={text.again} name={project} limit={{ project_id }} starter={starter} />
              </div>
              <ul aria-label={text.list(`${name}, ${project}`)}>
                {models.map((model) => (
                  <Model key={model.id} model={model} starter={starter} />
                ))}
              </ul>
            </section>
          )
        })
      }
    </PagedItems>
  )
}

function Model({ model, starter }: { model: OutdatedModel; starter: Starter }) {
  const text = useRunsText()
  const { locale } = useUiText()
  const { id, file_name, version, size_bytes, converter } = model
  const facts = [
    text.run.version(version),
    formatFileSize(size_bytes, locale),
    converter || text.reconversion.unknown,
  ]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
      <div className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        <p>{file_name}</p>
        <p className="text-13 text-text-muted">{facts.join(' · ')}</p>
      </div>
      <StartButton
        look="ghost"
        label={text.reconversion.again}
        name={file_name}
        limit={{ variant_id: id }}
        starter={starter}
      />
    </li>
  )
}
