import type { IssueRow } from '@plumbline/contract/issues/issues'
import { mayCreateIssue } from '@plumbline/contract/issues/issues.rules'
import type { Project } from '@plumbline/contract/projects/projects'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { memo, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { useMe } from '../api/session.ts'
import { useWaitingOperations } from '../api/waiting.ts'
import { useNarrow } from '../base/narrow.ts'
import { useLocation, useNavigate, useParams, useSearchSteps } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { useTitle } from '../base/title.ts'
import { useBcfText } from '../bcf/text.ts'
import { uploadBcfFiles } from '../bcf/upload-bcf-files.ts'
import { useProject } from '../projects/use-project.ts'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { usePreloadOnInput } from '../ui/use-preload-on-input.ts'
import { FilterBar, FilterValuePicker } from './filters/FilterBar.tsx'
import { type IssueQueryState, type ToolbarQuery, useIssueQuery } from './filters/use-issue-query.ts'
import { IssueList } from './IssueList.tsx'
import { LazyIssueDetail } from './LazyIssueDetail.tsx'
import { LazyNewIssueDialog } from './LazyNewIssueDialog.tsx'
import { formatCustomColumns, type ShownColumn } from './list/columns.ts'
import { IssueToolbar } from './list/IssueToolbar.tsx'
import { countSelected, emptySelection, type IssueSelection } from './list/selection.ts'
import { useListText } from './list/text.ts'
import { UndoRowEditKey } from './list/UndoRowEditKey.tsx'
import { useFirstRowKey } from './list/use-first-row-key.ts'
import { useHiddenNewIssues } from './list/use-hidden-new-issues.ts'
import { useIssueColumns } from './list/use-issue-columns.ts'
import { type ShownIssues, useIssueRows } from './list/use-issue-rows.ts'
import { useLatest } from './list/use-latest.ts'
import { useIssueText } from './text.ts'

const BulkBar = lazyPart(async () => ({ default: (await import('./bulk/BulkBar.tsx')).BulkBar }), {
  placeless: true,
})
const ImportBcf = lazyPart(async () => ({ default: (await import('../bcf/ImportBcf.tsx')).ImportBcf }), {
  placeless: true,
})
const IssueBoard = lazyPart(async () => ({ default: (await import('./board/IssueBoard.tsx')).IssueBoard }))
const WaitingIssues = lazyPart(() => import('./WaitingIssues.tsx'))
const ExportDialog = lazyPart(
  async () => ({ default: (await import('./reports/ExportDialog.tsx')).ExportDialog }),
  { placeless: true },
)

const noRows: readonly IssueRow[] = []

/** The filtered issue list next to the issue named in the URL; phones show one of the two. */
export function IssuesPage() {
  usePreloadOnInput([LazyIssueDetail, LazyNewIssueDialog, BulkBar, FilterValuePicker])
  const text = useIssueText()
  useTitle('page', text.issues)
  const project = useProject()
  const { number } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const open = number !== undefined && /^\d{1,9}$/.test(number) ? Number(number) : null
  const query = useIssueQuery()
  const issues = useIssueRows(project.id, query)
  const newOnes = useHiddenNewIssues(project.id, issues.rows, useMe().id)
  const { waiting, show } = newOnes
  return (
    <div className="flex h-full min-h-0">
      <div className={`flex min-w-0 flex-1 flex-col ${open === null ? '' : 'max-lg:hidden'}`}>
        <Issues
          open={open}
          query={query}
          // rendered in pieces that input interrupts
          issues={useDeferredValue(issues)}
          rows={useDeferredValue(newOnes.shown)}
          newOnes={waiting}
          onShowNewOnes={show}
        />
      </div>
      {open !== null && (
        <div className="flex w-full flex-none flex-col border-line border-s bg-surface lg:w-120">
          {/* narrow screens hide the list and its heading, so the page needs this one */}
          <h1 className="sr-only lg:hidden">{text.issueNumber(open)}</h1>
          <Suspense fallback={<SkeletonRows rows={8} />}>
            <LazyIssueDetail
              key={open}
              project={project}
              number={open}
              list={{ rows: newOnes.shown ?? noRows, onVisibleRows: issues.onVisibleRows }}
              onClose={() => navigate(paths.issues(project.id) + search)}
            />
          </Suspense>
        </div>
      )}
    </div>
  )
}

/** The row selection, cleared whenever the filter changes. */
function useSelection(query: IssueQueryState) {
  const key = JSON.stringify(query.filter)
  const [stored, setStored] = useState<{ key: string; selection: IssueSelection }>({
    key,
    selection: emptySelection,
  })
  const selection = stored.key === key ? stored.selection : emptySelection
  const latest = useLatest(key)
  // stable while typing in the search, so that the list does not re-render
  const select = useCallback(
    (next: IssueSelection) => setStored({ key: latest(), selection: next }),
    [latest],
  )
  return [selection, select] as const
}

/** Memoised: its menus are not rendered again for each letter of a search. */
const ListToolbar = memo(function ListToolbar(props: {
  project: Project
  query: ToolbarQuery
  columns: readonly ShownColumn[]
  onColumns: (columns: readonly ShownColumn[]) => void
}) {
  const { query, columns } = props
  const bcf = useBcfText()
  return (
    <IssueToolbar
      {...props}
      onExport={() => query.change({ export: '1' })}
      columnText={formatCustomColumns(columns)}
      bcf={{ label: bcf.importBcf, send: uploadBcfFiles }}
    />
  )
})

/** Memoised: a read that begins or ends does not render it again before its rows do. */
const Issues = memo(function Issues(props: {
  open: number | null
  query: IssueQueryState
  issues: ShownIssues
  /** the loaded rows without new arrivals */
  rows: readonly IssueRow[] | null
  /** number of new arrivals, which wait behind a button */
  newOnes: number
  onShowNewOnes: () => void
}) {
  const { open, query, issues, rows, newOnes } = props
  const text = useIssueText()
  const list = useListText()
  const project = useProject()
  const laterQuery = useDeferredValue(query)
  const [search] = useSearchSteps()
  const [columns, setColumns] = useIssueColumns(project.id, query, search.columns)
  const [selection, select] = useSelection(query)
  const narrow = useNarrow()
  useFirstRowKey(open === null)
  const total = issues.total ?? 0
  const hasWaiting = useWaitingOperations().some(({ kind }) => kind === 'createIssue')
  // from the first selection on: a dialog of the bar outlives the selection
  const [wasSelected, setWasSelected] = useState(false)
  if (!wasSelected && countSelected(selection) > 0) setWasSelected(true)
  const { layout, group, listGroup, sort, change } = query
  const toolbarQuery = useMemo(
    () => ({ layout, group, listGroup, sort, change }),
    [layout, group, listGroup, sort, change],
  )
  const toolbar = (
    <ListToolbar project={project} query={toolbarQuery} columns={columns} onColumns={setColumns} />
  )
  return (
    <>
      {!narrow && toolbar}
      <FilterBar projectId={project.id} query={query} total={issues.total}>
        {narrow && toolbar}
      </FilterBar>
      {newOnes > 0 && (
        <p className="flex-none pb-2 text-center">
          <Button size="small" className="rounded-full" onClick={props.onShowNewOnes}>
            {list.newOnes(newOnes)}
          </Button>
        </p>
      )}
      {hasWaiting && (
        <Suspense>
          <WaitingIssues projectId={project.id} />
        </Suspense>
      )}
      {(issues.error || !rows) && (
        <LoadingState
          error={issues.error}
          onRetry={issues.retry}
          failed={text.loadFailed}
          rows={8}
          className="px-4 pb-3 sm:px-6"
        />
      )}
      {rows?.length === 0 && <NoIssues project={project} query={query} />}
      {rows && rows.length > 0 && query.layout === 'board' && (
        <Suspense>
          <IssueBoard project={project} query={query} />
        </Suspense>
      )}
      {rows && rows.length > 0 && query.layout === 'list' && (
        <IssueList
          project={project}
          query={laterQuery}
          issues={issues}
          rows={rows}
          open={open}
          columns={columns}
          onColumns={setColumns}
          selection={selection}
          onSelect={select}
        />
      )}
      {open === null && <UndoRowEditKey projectId={project.id} />}
      <Suspense>
        {wasSelected && (
          <BulkBar
            project={project}
            filter={query.filter}
            total={total}
            selection={selection}
            onSelect={select}
            onExport={() => change({ export: '1' })}
          />
        )}
      </Suspense>
      <IssueDialogs project={project} query={query} total={issues.total} selection={selection} />
    </>
  )
})

/** The dialogs that the address names. */
function IssueDialogs(props: {
  project: Project
  query: IssueQueryState
  /** number of issues in the list; null until it has been read */
  total: number | null
  selection: IssueSelection
}) {
  const { project, query } = props
  const [search, change] = useSearchSteps()
  // stays open, with its text, for people who may no longer create issues
  const [wasNew, setWasNew] = useState(false)
  const isNew = search.new !== undefined && (wasNew || mayCreateIssue(project.my_permission_level))
  if (isNew !== wasNew) setWasNew(isNew)
  return (
    <Suspense>
      {search.export !== undefined && (
        <ExportDialog
          project={project}
          filter={query.filter}
          sort={query.sort}
          total={props.total}
          selection={props.selection}
          format={search.export === 'bcf' ? '3.0' : 'xlsx'}
          onClose={() => change({ export: undefined })}
        />
      )}
      {search.bcf !== undefined && (
        <ImportBcf
          project={project}
          shown={search.bcf}
          onShow={(bcf) => change({ bcf })}
          onClose={() => change({ bcf: undefined })}
        />
      )}
      {isNew && <LazyNewIssueDialog linked project={project} onClose={() => change({ new: undefined })} />}
    </Suspense>
  )
}

function NoIssues({ project, query }: { project: Project; query: IssueQueryState }) {
  const text = useIssueText()
  const bcf = useBcfText()
  if (query.isFiltered || query.filter.q)
    return (
      <EmptyState
        drawing="search"
        title={text.emptyFiltered}
        action={<Button onClick={query.clear}>{text.clearFilters}</Button>}
      />
    )
  return (
    <EmptyState
      drawing="list"
      title={text.empty}
      action={
        <>
          {mayCreateIssue(project.my_permission_level) && (
            <Button look="primary" onClick={() => query.change({ new: '1' })}>
              {text.newIssue}
            </Button>
          )}
          <ButtonLink href={paths.viewer(project.id)}>{text.openModels}</ButtonLink>
          {isLevelAtLeast(project.my_permission_level, 'EDITOR') && (
            <Button onClick={() => query.change({ bcf: 'new' })}>{bcf.importBcf}</Button>
          )}
        </>
      }
    >
      {text.emptyHint}
    </EmptyState>
  )
}
