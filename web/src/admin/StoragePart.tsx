import { type CompanyStorage, listCompanies } from '@plumbline/contract/admin/companies'
import { LoadingState } from '../api/LoadingState.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { formatFileSize } from '../ui/file-rules.ts'
import { Table, type TableColumn } from '../ui/Table.tsx'
import { useUiText } from '../ui/text.tsx'
import { shortDateTime } from '../users/dates.ts'
import { useAdminPages } from './admin-reads.ts'
import { MoreButton } from './MoreButton.tsx'
import { ReindexCard } from './ReindexCard.tsx'
import { StoreCheckCard } from './StoreCheckCard.tsx'
import { useAdminText } from './text.ts'

/** The companies of the server by the bytes that they store. */
export default function StoragePart() {
  const text = useAdminText()
  const found = useAdminPages(listCompanies, {}, 'after')
  return (
    <>
      <Card title={text.storage}>
        <p className="mb-4 text-text-muted">{text.storageHint}</p>
        {!found.items && <LoadingState error={found.error} onRetry={() => void found.refetch()} />}
        {found.items?.length === 0 && <EmptyState drawing="people" title={text.noCompanies} />}
        {found.items && found.items.length > 0 && <CompanyTable companies={found.items} />}
        <MoreButton pages={found} label={text.more} />
      </Card>
      <StoreCheckCard />
      <ReindexCard />
    </>
  )
}

function CompanyTable({ companies }: { companies: CompanyStorage[] }) {
  const text = useAdminText()
  const { locale } = useUiText()
  const columns: TableColumn<CompanyStorage>[] = [
    {
      id: 'name',
      header: text.company,
      cell: ({ name, closed_at }) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate">{name}</span>
          {closed_at !== null && <Badge>{text.closed}</Badge>}
        </span>
      ),
    },
    { id: 'plan', header: text.plan, width: '8rem', wideOnly: true, cell: ({ plan }) => text.plans[plan] },
    {
      id: 'members',
      header: text.members,
      width: '6.5rem',
      align: 'end',
      wideOnly: true,
      cell: ({ members }) => members,
    },
    {
      id: 'projects',
      header: text.projects,
      width: '6rem',
      align: 'end',
      wideOnly: true,
      cell: ({ projects }) => projects,
    },
    {
      id: 'bytes',
      header: text.stored,
      width: '7rem',
      align: 'end',
      cell: ({ bytes, counted_at }) => (
        <span title={text.countedAt(shortDateTime(counted_at))}>{formatFileSize(bytes, locale)}</span>
      ),
    },
  ]
  return (
    <Table
      label={text.storage}
      columns={columns}
      rows={companies}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
    />
  )
}
