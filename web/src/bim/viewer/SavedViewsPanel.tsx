import { type Header, listHeaders } from '@plumbline/contract/bim/bim'
import { findShownVersion } from '@plumbline/contract/bim/bim.rules'
import {
  createView,
  deleteView,
  getView,
  getViewSnapshot,
  listViews,
  updateView,
  type ViewRow,
} from '@plumbline/contract/bim/views'
import { mayEditView, mayShareViews } from '@plumbline/contract/bim/views.rules'
import { Bookmark, Ellipsis, Link, Lock, LockOpen, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call, urlOf } from '../../api/client.ts'
import { LoadingState } from '../../api/LoadingState.tsx'
import { toastError, useRead, useWrite } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { useSearch } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { useProject } from '../../projects/use-project.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Input } from '../../ui/Input.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { toast } from '../../ui/toast.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { useSession } from './ModelCanvas.tsx'
import { openView } from './open-view.ts'
import { useViewerText } from './text.ts'

/** Returns a function that opens a saved view with its models and offers a way back; shows a toast if that fails. */
export function useOpenView(projectId: string) {
  const text = useViewerText()
  const session = useSession()
  const [, change] = useSearch()
  const { data } = useRead(listHeaders, { params: { id: projectId } }, { silent: true })
  const ready = ((data ?? []) as Header[]).filter((header) => findShownVersion(header) !== null)
  const formatModels = (ids: readonly string[]) => (ids.length === ready.length ? undefined : ids.join())
  const chooseModels = (wanted: readonly string[]) => {
    const ids = ready.filter(({ id }) => wanted.includes(id)).map(({ id }) => id)
    if (ids.length > 0) change({ models: formatModels(ids) })
    return ids
  }
  const areChosen = (ids: readonly string[]) =>
    (new URLSearchParams(location.search).get('models') ?? undefined) === formatModels(ids)
  return async (viewId: string) => {
    const fetchView = () => call(getView, { params: { id: projectId, viewId } })
    try {
      const missing = await openView({ session, fetchView, chooseModels, areChosen })
      if (missing === null) return
      toast.success({
        title: missing > 0 ? text.missing(missing) : text.viewOpened,
        action: { label: text.backToMyView, run: () => session.views.restorePrevious() },
      })
    } catch (error) {
      toastError(error)
    }
  }
}

/** Saved views: the user's own, and shared ones of the project. */
export function SavedViewsPanel({ onSave }: { onSave: () => void }) {
  const text = useViewerText()
  const project = useProject()
  const { data, error, refetch } = useRead(listViews, { params: { id: project.id } })
  return (
    <div className="px-3 pb-4">
      <Button icon={<Bookmark aria-hidden />} onClick={onSave}>
        {text.saveView}
      </Button>
      {!data && <LoadingState error={error} onRetry={() => void refetch()} rows={3} className="pt-3" />}
      {data?.length === 0 && (
        <EmptyState drawing="model" title={text.noViews}>
          {text.noViewsHint}
        </EmptyState>
      )}
      <ul className="pt-2">
        {data?.map((view) => (
          <ViewItem key={view.id} view={view} />
        ))}
      </ul>
    </div>
  )
}

function ViewItem({ view }: { view: ViewRow }) {
  const text = useViewerText()
  const project = useProject()
  const open = useOpenView(project.id)
  const [renaming, setRenaming] = useState(false)
  const { name, is_shared, snapshot_id, created_by_name } = view
  const params = { id: project.id, viewId: view.id }
  const picture = snapshot_id && urlOf(getViewSnapshot, { params, query: { v: snapshot_id } })
  return (
    <li className="flex items-center gap-1 border-line border-t py-1.5">
      {renaming ? (
        <RenameViewForm view={view} onDone={() => setRenaming(false)} />
      ) : (
        <button
          type="button"
          aria-label={text.openView(name)}
          onClick={() => void open(view.id)}
          className="flex min-w-0 flex-1 items-center gap-2 rounded-control p-1 text-start -outline-offset-2 hover:bg-sunken"
        >
          {picture ? (
            <img
              src={picture}
              alt=""
              className="h-12 w-18 flex-none rounded-mark border border-line object-cover"
            />
          ) : (
            <span aria-hidden className="h-12 w-18 flex-none rounded-mark border border-line bg-sunken" />
          )}
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium text-13">{name}</span>
            <span className="flex items-center gap-1 text-12 text-text-muted">
              {!is_shared && <Lock aria-hidden className="size-3 flex-none" />}
              <span className="truncate">
                {is_shared ? `${text.shared} · ${created_by_name}` : text.private}
              </span>
            </span>
          </span>
        </button>
      )}
      <ViewMenu view={view} onRename={() => setRenaming(true)} />
    </li>
  )
}

function RenameViewForm({ view, onDone }: { view: ViewRow; onDone: () => void }) {
  const text = useViewerText()
  const project = useProject()
  const [name, setName] = useState(view.name)
  const write = useWrite(updateView, { onDone })
  return (
    <form
      className="flex flex-1 gap-1"
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
      onSubmit={(event) => {
        event.preventDefault()
        write.run({ params: { id: project.id, viewId: view.id }, body: { name } })
      }}
    >
      <Input
        autoFocus
        aria-label={text.viewName}
        value={name}
        onChange={setName}
        maxLength={120}
        className="min-w-0 flex-1"
      />
      <Button type="submit" loading={write.pending}>
        {text.save}
      </Button>
    </form>
  )
}

function ViewMenu({ view, onRename }: { view: ViewRow; onRename: () => void }) {
  const text = useViewerText()
  const project = useProject()
  const session = useSession()
  const me = useMe()
  const write = useWrite(updateView, { onDone: () => toast.success({ title: text.viewSaved }) })
  const remove = useWrite(deleteView, { onDone: () => toast.success({ title: text.deleted(view.name) }) })
  const [asking, setAsking] = useState(false)
  const copy = useCopy()
  const level = project.my_permission_level
  const mayEdit = mayEditView({ user_id: me.id, permission_level: level }, view)
  const copyLink = () =>
    void copy(`${location.origin}${paths.viewer(project.id, { view: { view: view.id } })}`, {
      title: text.linkCopied,
      ...(view.is_shared ? {} : { text: text.onlyYou }),
    })
  const params = { id: project.id, viewId: view.id }
  const replace = async () => write.run({ params, body: await session.views.captureForSaving() })
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton size="small" name={text.viewMenu(view.name)} icon={<Ellipsis aria-hidden />} />}
      >
        <MenuItem icon={<Link aria-hidden />} onSelect={copyLink}>
          {text.copyLink}
        </MenuItem>
        {mayEdit && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Pencil aria-hidden />} onSelect={onRename}>
              {text.renameView}
            </MenuItem>
            <MenuItem icon={<RefreshCw aria-hidden />} onSelect={() => void replace()}>
              {text.replaceView}
            </MenuItem>
            {view.created_by === me.id && (
              <MenuItem
                icon={view.is_shared ? <Lock aria-hidden /> : <LockOpen aria-hidden />}
                disabled={!view.is_shared && !mayShareViews(level) ? text.mayNotShare : false}
                onSelect={() => write.run({ params, body: { is_shared: !view.is_shared } })}
              >
                {view.is_shared ? text.makePrivate : text.makeShared}
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setAsking(true)}>
              {text.remove}
            </MenuItem>
          </>
        )}
      </Menu>
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={text.deleteView}
        action={text.deleteView}
        onConfirm={() =>
          remove.send({ params }).then(
            () => setAsking(false),
            () => undefined,
          )
        }
      >
        {view.is_shared ? text.deleteSharedViewHint(view.name) : text.deleteViewHint(view.name)}
      </AlertDialog>
    </>
  )
}

/** Saves the current view and shows a toast. */
export function useSaveView(onDone: () => void) {
  const text = useViewerText()
  const project = useProject()
  const session = useSession()
  const write = useWrite(createView, {
    onDone: () => {
      toast.success({ title: text.viewSaved })
      onDone()
    },
  })
  return {
    pending: write.pending,
    save: async (name: string, is_shared: boolean) =>
      write.send({
        params: { id: project.id },
        body: { name, is_shared, ...(await session.views.captureForSaving()) },
      }),
  }
}
