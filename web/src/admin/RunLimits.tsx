import type { ReactNode } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { Button } from '../ui/Button.tsx'
import { DisclosureRow } from './DisclosureRow.tsx'
import { MoreButton } from './MoreButton.tsx'
import { useAdminText } from './text.ts'

/** Choices for the scope of a run: a company, or something smaller in it. */

export interface RunStarter<Limit> {
  run: (limit: Limit) => void
  /** why nothing can be started now; false: it can */
  disabled: string | false
}

/** Starts a run of one kind. */
export function StartButton<Limit>(props: {
  label: string
  /** the run's scope */
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

/** The loaded items of a list and the button that loads more, or its state while nothing is loaded. */
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

/** Companies, each with a button that starts the run for it; opening one shows its contents. */
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
