import type { ReactNode } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { Button } from '../ui/Button.tsx'
import { DisclosureRow } from './DisclosureRow.tsx'
import { MoreButton } from './MoreButton.tsx'
import { useAdminText } from './text.ts'

/** What a run can be limited to: a company, and in it something smaller. */

export interface RunStarter<Limit> {
  run: (limit: Limit) => void
  /** why nothing can be started now; false: it can */
  disabled: string | false
}

/** Starts a run of one thing. */
export function StartButton<Limit>(props: {
  label: string
  /** what the run is limited to */
  name: string
  limit: Limit
  starter: RunStarter<Limit>
  look?: 'ghost'
}) {
  const { label, name, starter } = props
  return (
    <Button
      size="small"
      look={props.look}
      aria-label={`${label}: ${name}`}
      disabled={starter.disabled}
      onClick={() => starter.run(props.limit)}
    >
      {label}
    </Button>
  )
}

interface Pages<T> {
  items: T[] | undefined
  error: unknown
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** What has been read of a list and the button that reads more, or its state while there is nothing yet. */
export function PagedItems<T>(props: {
  pages: Pages<T>
  className: string
  children: (items: T[]) => ReactNode
}) {
  const { pages } = props
  const { more } = useAdminText()
  if (!pages.items) return <LoadingState error={pages.error} onRetry={() => void pages.refetch()} />
  return (
    <div className={props.className}>
      {props.children(pages.items)}
      <MoreButton pages={pages} label={more} />
    </div>
  )
}

/** Companies, each with a button that starts the run for it; opened, what is in it. */
export function RunCompanies<T extends { id: string; name: string }>(props: {
  pages: Pages<T>
  label: string
  startLabel: string
  starter: RunStarter<{ team_id: string }>
  detailOf?: (company: T) => string
  children: (company: T) => ReactNode
}) {
  return (
    <PagedItems pages={props.pages} className="mt-4">
      {(companies) => (
        <ul aria-label={props.label} className="divide-y divide-line">
          {companies.map((company) => (
            <DisclosureRow
              key={company.id}
              title={company.name}
              detail={props.detailOf?.(company)}
              action={
                <StartButton
                  label={props.startLabel}
                  name={company.name}
                  limit={{ team_id: company.id }}
                  starter={props.starter}
                />
              }
            >
              {props.children(company)}
            </DisclosureRow>
          ))}
        </ul>
      )}
    </PagedItems>
  )
}
