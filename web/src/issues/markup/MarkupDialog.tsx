import { type MarkupShape, setMarkup } from '@plumbline/contract/issues/attachments'
import { getIssue, setViewpointMarkup } from '@plumbline/contract/issues/issues'
import { type RefObject, useState } from 'react'
import { ApiError, type CallOptions, call } from '../../api/client.ts'
import { sendOrKeep } from '../../api/keep-write.ts'
import { markStale, toastError } from '../../api/query.ts'
import { useWaitingOperations } from '../../api/waiting.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { useIsShown } from '../../ui/use-is-shown.ts'
import { describeIssue } from '../describe-issue.ts'
import { useIssueParams, useOpenIssue } from '../detail/issue-context.ts'
import type { MarkupTarget } from '../detail/markup-target.ts'
import { useFileUrl } from '../detail/use-file-url.ts'
import { useSnapshotUrl } from '../detail/use-snapshot-url.ts'
import { useLatest } from '../list/use-latest.ts'
import { useIssueText } from '../text.ts'
import { MarkupWindow } from './MarkupWindow.tsx'
import { useMarkupText } from './text.ts'
import { useKeptMarkup } from './use-kept-markup.ts'

/** Loads and saves the markup of a photo or a snapshot. */
function useStoredMarkup(of: MarkupTarget) {
  const { issue } = useOpenIssue()
  const params = useIssueParams()
  const [pending, setPending] = useState(false)
  const thing = 'photo' in of ? of.photo : of.view
  const target =
    'photo' in of
      ? { kind: 'setMarkup' as const, params: { ...params, attachmentId: of.photo.id } }
      : { kind: 'setViewpointMarkup' as const, params: { ...params, viewpointId: of.view.guid } }
  const kept = useWaitingOperations().findLast(
    (each) => each.kind === target.kind && JSON.stringify(each.params) === JSON.stringify(target.params),
  )
  return {
    name: `markup.${issue.id}.${'photo' in of ? of.photo.id : of.view.guid}`,
    shapes: (kept?.body?.shapes as MarkupShape[] | undefined) ?? thing.markup?.shapes ?? [],
    // the markups that wait count one version each
    version: kept ? Number(kept.body?.version) + 1 : thing.version,
    pending,
    /** resolves to true if it waits on this device */
    async write(shapes: MarkupShape[], version: number): Promise<boolean> {
      const body = { shapes, version }
      const send = (options: CallOptions) =>
        target.kind === 'setMarkup'
          ? call(setMarkup, { params: target.params, body }, options)
          : call(setViewpointMarkup, { params: target.params, body }, options)
      setPending(true)
      try {
        const operation = { ...target, group: issue.id, project_id: params.id, body }
        const sent = await sendOrKeep<unknown>(send, { ...operation, label: describeIssue(issue) })
        await markStale(setMarkup.tells, params.id)
        return sent.kept
      } finally {
        setPending(false)
      }
    },
    async fetch() {
      const issue = await call(getIssue, { params })
      const now =
        'photo' in of
          ? issue.attachments.find(({ id }) => id === of.photo.id)
          : issue.viewpoints.find(({ guid }) => guid === of.view.guid)
      return { shapes: now?.markup?.shapes ?? [], version: now?.version ?? thing.version }
    },
  }
}

/** Full-screen markup editor; the markup is saved as shapes, so that it stays editable. */
export default function MarkupDialog(props: {
  of: MarkupTarget
  onClose: () => void
  returnTo?: RefObject<HTMLElement | null>
}) {
  const text = useMarkupText()
  const issueText = useIssueText()
  const fileUrl = useFileUrl()
  const snapshotUrl = useSnapshotUrl()
  // live updates must not replace the image while it is being marked up
  const [of] = useState(props.of)
  const [src] = useState(() =>
    'photo' in of ? fileUrl(of.photo, 'picture') : snapshotUrl(of.view, 'picture'),
  )
  const stored = useStoredMarkup(of)
  const [stale, setStale] = useState(false)
  const markup = useKeptMarkup(stored.name, stored, text.newWords)

  const readShapes = useLatest(markup.shapes)
  const isShown = useIsShown()

  async function save(over: number) {
    try {
      const sent = readShapes()
      const kept = await stored.write(sent, over)
      markup.forgetSaved(sent)
      toast.success({ title: kept ? issueText.keptHere : text.saved })
      // another picture may have been opened, or more drawn, in the meantime
      if (!isShown.current) return
      if (JSON.stringify(readShapes()) === JSON.stringify(sent)) props.onClose()
      else markup.setVersion(over + 1)
    } catch (error) {
      const late = error instanceof ApiError && error.code === 'stale'
      setStale(late)
      if (!late) toastError(error)
    }
  }
  async function resolveStale(how: 'load' | 'save') {
    try {
      const theirs = await stored.fetch()
      void markStale(['issue.updated'])
      markup.setVersion(theirs.version)
      setStale(false)
      if (how === 'load') markup.drawing.load(theirs.shapes)
      else await save(theirs.version)
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <MarkupWindow
      name={'photo' in of ? of.photo.name : text.view}
      src={src}
      markup={markup}
      pending={stored.pending}
      onSave={() => void save(markup.version)}
      onClose={props.onClose}
      returnTo={props.returnTo}
    >
      {stale && (
        <div className="p-2">
          <Banner
            tone="warning"
            action={
              <>
                <Button onClick={() => void resolveStale('load')}>{text.loadTheirs}</Button>
                <Button onClick={() => void resolveStale('save')}>{text.saveOver}</Button>
              </>
            }
          >
            {text.stale}
          </Banner>
        </div>
      )}
    </MarkupWindow>
  )
}
