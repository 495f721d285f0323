import { type ElementHit, getElementFacets, MAX_CSV_ELEMENTS } from '@plumbline/contract/bim/elements'
import { ChevronLeft, Download, Search } from 'lucide-react'
import { useState } from 'react'
import { LoadingState } from '../../api/LoadingState.tsx'
import { useRead } from '../../api/query.ts'
import { useNarrow } from '../../base/narrow.ts'
import { paths } from '../../base/paths.ts'
import { useTitle } from '../../base/title.ts'
import { useProject } from '../../projects/use-project.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { buttonClass } from '../../ui/button-look.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Input } from '../../ui/Input.tsx'
import { Link } from '../../ui/Link.tsx'
import { ElementFilterBar } from './ElementFilterBar.tsx'
import { buildHitKey, ElementCards, ElementRows } from './ElementHits.tsx'
import { useElementText } from './text.ts'
import {
  buildElementsCsvUrl,
  type ElementFilters,
  useElementFilters,
  useElementPages,
} from './use-element-search.ts'

/** Maximum number of elements in a viewer URL. */
const MAX_IN_VIEWER = 100

/** Element search over all models of a project. */
export function ElementsPage() {
  const text = useElementText()
  useTitle('page', text.elements)
  const project = useProject()
  const narrow = useNarrow()
  const state = useElementFilters()
  const facets = useRead(getElementFacets, { params: { id: project.id }, query: {} })
  const pages = useElementPages(project.id, state.filters)
  const [selected, setSelected] = useState(new Set<string>())
  const rows = pages.data?.pages.flatMap((page) => page.elements)
  const total = pages.data?.pages[0]?.total ?? 0
  const error = pages.error ?? facets.error
  const again = () => void Promise.all([pages.refetch(), facets.refetch()])
  const list = { projectId: project.id, conditions: state.filters.conditions }
  return (
    <div className="flex min-h-0 flex-col md:h-full">
      <ElementsHead projectId={project.id} q={state.filters.q} onSearch={state.search} />
      <ElementFilterBar projectId={project.id} facets={facets.data} state={state} />
      {(error || !rows) && (
        <LoadingState
          error={error}
          onRetry={again}
          failed={text.loadFailed}
          rows={8}
          className="px-4 sm:px-6"
        />
      )}
      {rows && (
        <FoundBar
          projectId={project.id}
          rows={rows}
          selected={selected}
          filters={state.filters}
          total={total}
        />
      )}
      {rows?.length === 0 && (
        <NoElements projectId={project.id} none={facets.data?.elements === 0} clear={state.clear} />
      )}
      {rows &&
        rows.length > 0 &&
        (narrow ? (
          <ElementCards {...list} rows={rows} />
        ) : (
          <ElementRows {...list} rows={rows} selected={selected} onSelect={setSelected} />
        ))}
      {pages.hasNextPage && (
        <p className="flex-none border-line border-t p-2 text-center">
          <Button size="small" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {text.more}
          </Button>
        </p>
      )}
    </div>
  )
}

function ElementsHead(props: { projectId: string; q: string; onSearch: (q: string) => void }) {
  const text = useElementText()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-4 sm:px-6">
      <div className="me-auto">
        <Link href={paths.models(props.projectId)} className="inline-flex items-center gap-0.5 text-13">
          <ChevronLeft aria-hidden className="size-3.5 rtl:-scale-x-100" />
          {text.backToModels}
        </Link>
        <h1 className="font-semibold text-20">{text.elements}</h1>
      </div>
      <Input
        type="search"
        aria-label={text.search}
        placeholder={text.searchHint}
        icon={<Search aria-hidden />}
        value={props.q}
        maxLength={200}
        onChange={props.onSearch}
        className="w-full sm:w-80"
      />
    </div>
  )
}

/** Number of results, with the CSV export and the link into the viewer. */
function FoundBar(props: {
  projectId: string
  rows: ElementHit[]
  selected: ReadonlySet<string>
  filters: ElementFilters
  total: number
}) {
  const text = useElementText()
  const chosen = props.rows.filter((hit) => props.selected.has(buildHitKey(hit)))
  const meant = (chosen.length > 0 ? chosen : props.rows).slice(0, MAX_IN_VIEWER)
  const href = paths.viewer(props.projectId, {
    models: [...new Set(meant.map((hit) => hit.header_id))],
    select: [...new Set(meant.map((hit) => hit.guid))],
  })
  const cut = chosen.length === 0 && props.total > MAX_IN_VIEWER
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pb-3 sm:px-6">
      <p role="status" className="me-auto text-13 text-text-muted tabular-nums">
        {chosen.length > 0 ? text.chosen(chosen.length, MAX_IN_VIEWER) : text.found(props.total)}
      </p>
      {props.total > 0 && (
        <>
          {props.total > MAX_CSV_ELEMENTS ? (
            <Button icon={<Download aria-hidden />} disabled={text.tooManyToDownload(MAX_CSV_ELEMENTS)}>
              {text.download}
            </Button>
          ) : (
            <a
              className={buttonClass('secondary', 'normal')}
              href={buildElementsCsvUrl(props.projectId, props.filters)}
              download
            >
              <Download aria-hidden />
              {text.download}
            </a>
          )}
          <ButtonLink look="primary" href={href}>
            {cut ? text.showFirst(MAX_IN_VIEWER) : text.showInModel}
          </ButtonLink>
        </>
      )}
    </div>
  )
}

function NoElements({ projectId, none, clear }: { projectId: string; none: boolean; clear: () => void }) {
  const text = useElementText()
  if (none)
    return (
      <EmptyState
        drawing="model"
        title={text.noModels}
        action={<ButtonLink href={paths.models(projectId)}>{text.toModels}</ButtonLink>}
      >
        {text.noModelsHint}
      </EmptyState>
    )
  return (
    <EmptyState drawing="search" title={text.nothing} action={<Button onClick={clear}>{text.clear}</Button>}>
      {text.nothingHint}
    </EmptyState>
  )
}
