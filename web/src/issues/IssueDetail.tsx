import { getIssueByNumber, type Issue } from '@plumbline/contract/issues/issues'
import {
  evaluateIssueAction,
  type IssueCaller,
  type IssueForRules,
  mayCreateIssue,
} from '@plumbline/contract/issues/issues.rules'
import type { Project } from '@plumbline/contract/projects/projects'
import { type RefObject, useDeferredValue, useRef, useState } from 'react'
import { isMissing, isUnreachable } from '../api/client.ts'
import { LoadingState } from '../api/LoadingState.tsx'
import { useRead } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { useNarrow } from '../base/narrow.ts'
import { paths } from '../base/paths.ts'
import { useTitle } from '../base/title.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { keepToastsAbove } from '../ui/keep-toasts-above.ts'
import { Skeleton, SkeletonBlock } from '../ui/Skeleton.tsx'
import { longDate } from '../users/dates.ts'
import { AddToIssue } from './detail/AddToIssue.tsx'
import { CommentBox } from './detail/CommentBox.tsx'
import { ConflictDialog } from './detail/ConflictDialog.tsx'
import { DeletedBanner } from './detail/DeletedBanner.tsx'
import { FileDrop } from './detail/FileDrop.tsx'
import { IssueAnchors } from './detail/IssueAnchors.tsx'
import { IssueFiles } from './detail/IssueFiles.tsx'
import { IssueHeader } from './detail/IssueHeader.tsx'
import { IssuePhotos } from './detail/IssuePhotos.tsx'
import { IssuePictures } from './detail/IssuePictures.tsx'
import { IssueTimeline } from './detail/IssueTimeline.tsx'
import { IssueContext, type ModelActions, type OpenIssue } from './detail/issue-context.ts'
import { RelatedIssues } from './detail/RelatedIssues.tsx'
import { StatusMoves } from './detail/StatusMoves.tsx'
import { type DetailText, useDetailText } from './detail/text.ts'
import { useFieldLabels } from './detail/use-field-labels.ts'
import { useIssueEdit, useUndoKey } from './detail/use-issue-edit.ts'
import { useIssueKeys } from './detail/use-issue-keys.ts'
import { type ListBeside, useWalk, type Walk } from './detail/use-walk.ts'
import { IssueFields } from './IssueFields.tsx'
import { IssueTitle } from './IssueTitle.tsx'
import { useIssueText } from './text.ts'
import { usePeople } from './use-people.ts'

interface DetailProps {
  project: Project
  onClose: () => void
  /** set in the viewer: the actions on the model next to the issue */
  beside?: ModelActions
  /** set next to the list: its rows, for moving to the next and previous issue */
  list?: ListBeside
}

/** One issue in reading order: pictures and text, status and next step, fields, conversation. */
export function IssueDetail(props: DetailProps & { number: number }) {
  const { project, number, list, onClose } = props
  const root = useRef<HTMLDivElement>(null)
  const walk = useWalk({ list: list ?? null, number, projectId: project.id, onClose }, root)
  return (
    <div ref={root} className="flex h-full min-h-0 flex-1 flex-col">
      <LoadedDetail {...props} root={root} walk={list ? walk : null} />
    </div>
  )
}

interface LoadedProps extends DetailProps {
  root: RefObject<HTMLDivElement | null>
  walk: Walk | null
}

function LoadedDetail({ number, ...rest }: LoadedProps & { number: number }) {
  const { project } = rest
  const text = useIssueText()
  const { data: issue, error, refetch } = useRead(getIssueByNumber, { params: { id: project.id, number } })
  // the answer draws the whole issue: in pieces between which the browser answers input
  const drawnId = useDeferredValue(issue?.id)
  useTitle('item', issue && `#${issue.number} ${issue.name}`)
  if (!issue && error && isUnreachable(error)) return <EmptyState drawing="broken" title={text.notHere} />
  if (!issue && error && isMissing(error))
    return (
      <EmptyState
        drawing="search"
        title={text.gone}
        action={<ButtonLink href={paths.issues(project.id)}>{text.backToList}</ButtonLink>}
      >
        {text.goneHint}
      </EmptyState>
    )
  if (!issue && error) return <LoadingState error={error} onRetry={() => void refetch()} className="p-4" />
  if (!issue || drawnId !== issue.id)
    return (
      <Skeleton className="flex flex-col gap-3 p-4">
        <SkeletonBlock className="aspect-video w-full" />
        <SkeletonBlock className="h-7 w-3/4" />
      </Skeleton>
    )
  return <Detail {...rest} issue={issue} isDeleted={error?.status === 404} />
}

function explainEditRefusal(relation: IssueCaller, issue: IssueForRules, text: DetailText): false | string {
  const verdict = evaluateIssueAction(relation, issue, 'EDIT')
  return verdict !== true && text.reasons[verdict]
}

function Detail(props: LoadedProps & { issue: Issue; isDeleted: boolean }) {
  const { project, isDeleted } = props
  const text = useIssueText()
  const detail = useDetailText()
  const me = useMe()
  const narrow = useNarrow()
  const opener = useRef<HTMLElement>(null)
  const [photo, setPhoto] = useState<string | null>(null)
  const { nameOf, orElse } = usePeople(project.id)
  const labels = useFieldLabels(project.id)
  const { shown: issue, flashed, conflict, save, undo, decide } = useIssueEdit(project, props.issue)
  // keys pressed before the next issue is drawn are not meant for this one
  const isCurrent = () => props.walk?.isCurrent() ?? true
  useUndoKey(() => !isDeleted && isCurrent() && void undo())
  const relation = { user_id: me.id, permission_level: project.my_permission_level }
  const open: OpenIssue = {
    project,
    issue,
    relation,
    mayNotEdit: isDeleted ? detail.isDeleted : explainEditRefusal(relation, issue, detail),
    mayContribute: mayCreateIssue(relation.permission_level) && !isDeleted,
    save,
    beside: props.beside ?? null,
    showPhoto: (id) => {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      setPhoto(id)
    },
  }
  // the bottom sheet over the model has no room for a pinned comment box
  const pinned = !(props.beside && narrow)
  const mayTake = !open.mayNotEdit && issue.assignee_id !== me.id
  useIssueKeys(props.root, isCurrent, mayTake ? () => void save({ assignee_id: me.id }) : null)
  const changed = [...flashed].map(labels.field)
  return (
    <IssueContext value={open}>
      <IssueHeader onClose={props.onClose} isDeleted={isDeleted} walk={props.walk} />
      <FileDrop>
        <div className="flex flex-col gap-4 px-4 py-4">
          {isDeleted && <DeletedBanner />}
          {conflict && (
            <ConflictDialog
              key={conflict.overlap.join()}
              projectId={project.id}
              conflict={conflict}
              onDecide={decide}
            />
          )}
          <p role="status" className="sr-only">
            {changed.length > 0 && detail.changedByOthers(changed.join(', '))}
          </p>
          <IssuePictures />
          <IssueTitle key={issue.id} flashed={flashed} />
          <StatusMoves flashes={flashed.has('status')} />
          <AddToIssue />
          <IssueFields flashed={flashed} />
          <IssueAnchors />
          <IssueFiles />
          <RelatedIssues />
          <p className="text-13 text-text-muted">
            {text.createdBy(
              nameOf(issue.created_by) ?? issue.author ?? orElse(text.formerMember),
              longDate(issue.created_at),
            )}
          </p>
          <IssueTimeline />
          {!pinned && <CommentBox isDeleted={isDeleted} />}
        </div>
      </FileDrop>
      {pinned && (
        <div ref={keepToastsAbove} className="flex-none">
          <CommentBox isDeleted={isDeleted} />
        </div>
      )}
      <IssuePhotos shown={photo} onShow={setPhoto} opener={opener} />
    </IssueContext>
  )
}
