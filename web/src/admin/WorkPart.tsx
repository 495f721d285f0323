import {
  type FailedConversion,
  getWork,
  listFailedConversions,
  restartConversion,
  retryMails,
  type WorkCounts,
} from '@plumbline/contract/admin/work'
import { RefreshCw } from 'lucide-react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useWrite } from '../api/query.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { formatFileSize } from '../ui/file-rules.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Table, type TableColumn } from '../ui/Table.tsx'
import { useUiText } from '../ui/text.tsx'
import { toast } from '../ui/toast.ts'
import { exactTime, shortDateTime } from '../users/dates.ts'
import { refreshAdministration, useAdminPages, useAdminRead } from './admin-reads.ts'
import { MoreButton } from './MoreButton.tsx'
import { ReconversionCard } from './ReconversionCard.tsx'
import { useAdminText } from './text.ts'

/** Queues of background work, the conversions that failed, and models of an older converter. */
export default function WorkPart() {
  return (
    <>
      <Queues />
      <FailedConversions />
      <ReconversionCard />
    </>
  )
}

function Queues() {
  const text = useAdminText()
  const { data, error, refetch, isFetching } = useAdminRead(getWork, {})
  const retry = useWrite(retryMails, {
    onDone: ({ mails }) => {
      toast.success({ text: text.mailsRetried(mails) })
      void refreshAdministration()
    },
  })
  if (!data) return <LoadingState error={error} onRetry={() => void refetch()} />
  return (
    <Card
      title={text.queues}
      action={
        <div className="flex flex-wrap gap-2">
          <IconButton
            name={text.refresh}
            icon={<RefreshCw aria-hidden />}
            disabled={isFetching}
            onClick={() => void refreshAdministration()}
          />
          <Button
            loading={retry.pending}
            disabled={data.mails.failed === 0 && text.noFailedMails}
            onClick={() => retry.run({})}
          >
            {text.retryMails}
          </Button>
        </div>
      }
    >
      <p className="mb-3 text-text-muted">{text.queuesHint}</p>
      <QueueTable rows={[data.conversions, data.mails, ...data.jobs]} />
    </Card>
  )
}

function QueueTable({ rows }: { rows: WorkCounts[] }) {
  const text = useAdminText()
  const numbers = (['waiting', 'running', 'failed'] as const).map(
    (id): TableColumn<WorkCounts> => ({
      id,
      header: text[id],
      width: id === 'failed' ? '6.5rem' : '5rem',
      align: 'end',
      wideOnly: id === 'running',
      cell: (row) =>
        row[id] > 0 && id === 'failed' ? <span className="font-medium text-danger">{row[id]}</span> : row[id],
    }),
  )
  const columns: TableColumn<WorkCounts>[] = [
    {
      id: 'name',
      header: text.kind,
      cell: ({ name }) => <span className="block whitespace-normal py-1">{text.kinds[name] ?? name}</span>,
    },
    ...numbers,
    {
      id: 'oldest',
      header: text.oldest,
      width: '11rem',
      align: 'end',
      wideOnly: true,
      cell: ({ oldest_at }) => (oldest_at ? shortDateTime(oldest_at) : text.never),
    },
  ]
  return (
    <Table
      label={text.queues}
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
      rowLabel={({ name }) => name}
      dense
    />
  )
}

function FailedConversions() {
  const text = useAdminText()
  const found = useAdminPages(listFailedConversions, {}, 'after')
  const restart = useWrite(restartConversion, {
    onDone: () => {
      toast.success({ text: text.restarted })
      void refreshAdministration()
    },
  })
  return (
    <Card title={text.conversions}>
      {!found.items && <LoadingState error={found.error} onRetry={() => void found.refetch()} />}
      {found.items?.length === 0 && <EmptyState drawing="model" title={text.noFailures} />}
      {found.items && found.items.length > 0 && (
        <ul aria-label={text.conversions} className="divide-y divide-line">
          {found.items.map((conversion) => (
            <li
              key={conversion.id}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3"
            >
              <ConversionFacts conversion={conversion} />
              <Button
                size="small"
                aria-label={`${text.runAgain}: ${conversion.file_name}`}
                disabled={restart.pending}
                onClick={() => restart.run({ params: { variantId: conversion.id } })}
              >
                {text.runAgain}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <MoreButton pages={found} label={text.more} />
    </Card>
  )
}

function ConversionFacts({ conversion }: { conversion: FailedConversion }) {
  const text = useAdminText()
  const { locale } = useUiText()
  const facts = [
    conversion.company,
    conversion.project_name,
    text.version(conversion.version),
    formatFileSize(conversion.size_bytes, locale),
    text.attempts(conversion.attempts),
  ]
  return (
    <div className="min-w-0 flex-1 basis-72 [overflow-wrap:anywhere]">
      <p>
        <span className="font-medium">{conversion.file_name}</span>{' '}
        <time
          dateTime={conversion.failed_at}
          title={exactTime(conversion.failed_at)}
          className="text-12 text-text-muted tabular-nums"
        >
          {shortDateTime(conversion.failed_at)}
        </time>
      </p>
      <p className="text-13 text-text-muted">{facts.join(' · ')}</p>
      <p className="mt-1">
        <code className="text-13 text-danger">{conversion.code}</code> {conversion.message}
      </p>
      {conversion.hint && <p className="text-13 text-text-muted">{conversion.hint}</p>}
    </div>
  )
}
