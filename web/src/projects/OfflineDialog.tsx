import { type Header, listHeaders } from '@plumbline/contract/bim/bim'
import { listIssues } from '@plumbline/contract/issues/lists'
import type { Project } from '@plumbline/contract/projects/projects'
import { useEffect, useRef, useState } from 'react'
import { LoadingState } from '../api/LoadingState.tsx'
import { dropProject, estimateFileBytes, keepProject, type PinProgress } from '../api/pinned/pin-project.ts'
import { findPinnedProject, type PinnedProject } from '../api/pinned/pinned-store.ts'
import { useRead } from '../api/query.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { formatFileSize } from '../ui/file-rules.ts'
import { Progress } from '../ui/Progress.tsx'
import { useUiText } from '../ui/text.tsx'
import { toast } from '../ui/toast.ts'
import { clockTime, shortDate } from '../users/dates.ts'
import { useOfflineText } from './offline-text.ts'

/** on average, with timeline and index */
const BYTES_PER_ISSUE = 4000
/** Chromium reports at most 10 GiB of free space, so that pages cannot identify devices by it */
const MOST_TOLD = 10 * 2 ** 30 - 2 ** 20

/** The offline copy of the project on this device; undefined while it is looked up. */
function usePinned(projectId: string) {
  const [pinned, setPinned] = useState<PinnedProject | null>()
  const refresh = () =>
    findPinnedProject(projectId).then(
      (found) => setPinned(found ?? null),
      () => setPinned(null),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up once
  useEffect(() => void refresh(), [projectId])
  return { pinned, refresh }
}

/** The sizes of the chosen files on the device, by id, as they become known. */
function useSizes(projectId: string, files: readonly Header[], chosen: readonly string[]) {
  const [sizes, setSizes] = useState<ReadonlyMap<string, number>>(new Map())
  const asked = useRef(new Set<string>())
  useEffect(() => {
    const { signal } = new AbortController()
    for (const file of files.filter(({ id }) => chosen.includes(id) && !asked.current.has(id))) {
      asked.current.add(file.id)
      void estimateFileBytes(projectId, file, signal).then((bytes) =>
        setSizes((known) => new Map([...known, [file.id, bytes]])),
      )
    }
  }, [projectId, files, chosen])
  return sizes
}

/** The browser's storage estimate: free space, and whether it may delete stored data. */
function useStorage(turn: unknown) {
  const [state, setState] = useState<{ free: number | null; isSafe: boolean }>({ free: null, isSafe: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after something was added or removed
  useEffect(() => {
    void Promise.all([navigator.storage?.estimate?.(), navigator.storage?.persisted?.()]).then(
      ([estimate, isSafe]) =>
        setState({
          free: estimate?.quota === undefined ? null : estimate.quota - (estimate.usage ?? 0),
          isSafe: isSafe ?? false,
        }),
    )
  }, [turn])
  return state
}

/** Makes a project available offline: shows the size in advance and the progress, and removes it again. */
export default function OfflineDialog(props: {
  project: Project
  /** the file whose menu opened the dialog */
  fileId?: string
  onClose: () => void
}) {
  const { project } = props
  const text = useOfflineText()
  const ui = useUiText()
  const { pinned, refresh } = usePinned(project.id)
  const { data, error, refetch } = useRead(listHeaders, { params: { id: project.id }, query: {} })
  const { data: list } = useRead(listIssues, { params: { id: project.id }, query: { limit: 1 } })
  const files = ((data ?? []) as Header[]).filter(({ current }) => current !== null)
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const chosen = picked ?? [...(pinned?.file_ids ?? []), ...(props.fileId ? [props.fileId] : [])]
  const sizes = useSizes(project.id, files, chosen)
  const [progress, setProgress] = useState<PinProgress | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const abort = useRef<AbortController | null>(null)
  const space = useStorage(pinned?.at)
  useEffect(() => () => abort.current?.abort(), [])
  const bytes =
    (list?.total ?? 0) * BYTES_PER_ISSUE + chosen.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0)

  async function start() {
    const controller = new AbortController()
    abort.current = controller
    setFailed(false)
    setProgress({ issues: 0, files: 0, ofFiles: 0 })
    await navigator.storage?.persist?.().catch(() => false)
    try {
      await keepProject(project.id, { file_ids: chosen, onProgress: setProgress, signal: controller.signal })
      toast.success({ text: text.done(project.name) })
    } catch {
      setFailed(!controller.signal.aborted)
    } finally {
      setProgress(null)
      await refresh()
    }
  }
  async function remove() {
    await dropProject(project.id)
    setPicked([])
    await refresh()
  }
  const at = pinned?.at ? new Date(pinned.at).toISOString() : null
  const describeFree = (free: number) =>
    free < MOST_TOLD
      ? text.free(formatFileSize(free, ui.locale))
      : text.plenty(formatFileSize(1e10, ui.locale))
  return (
    <Dialog open onClose={props.onClose} title={text.title} description={text.hint(project.name)}>
      <div className="flex flex-col gap-3 pb-3">
        {hasFailed && <Banner tone="danger">{text.failed}</Banner>}
        {at && <p role="status">{text.asOf(`${shortDate(at)} ${clockTime(at)}`)}</p>}
        {!data && <LoadingState error={error} onRetry={() => void refetch()} rows={2} />}
        {files.length > 0 && (
          <fieldset className="flex max-h-64 flex-col gap-1 overflow-y-auto">
            <legend className="mb-1 font-medium">{text.files}</legend>
            {files.map(({ id, name }) => (
              <Checkbox
                key={id}
                checked={chosen.includes(id)}
                disabled={progress !== null}
                onChange={(isChosen) =>
                  setPicked(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id))
                }
                label={sizes.has(id) ? `${name}, ${formatFileSize(sizes.get(id) ?? 0, ui.locale)}` : name}
              />
            ))}
          </fieldset>
        )}
        <p className="text-13 text-text-muted">
          {text.size(formatFileSize(bytes, ui.locale))}
          {space.free !== null && ` · ${describeFree(space.free)}`}
          <br />
          {space.isSafe ? text.safe : text.unsafe}
        </p>
        {progress && (
          <Progress
            label={text.progress}
            value={progress.ofFiles > 0 ? (100 * progress.files) / progress.ofFiles : null}
            detail={text.issues(progress.issues)}
            action={
              <Button size="small" onClick={() => abort.current?.abort()}>
                {text.stop}
              </Button>
            }
          />
        )}
      </div>
      <DialogActions>
        {at && (
          <Button disabled={progress !== null} onClick={() => void remove()}>
            {text.remove}
          </Button>
        )}
        <Button look="primary" loading={progress !== null} onClick={() => void start()}>
          {at ? text.update : text.start}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
