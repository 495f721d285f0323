import {
  deleteIssue,
  getIssueByNumber,
  getSnapshot,
  type Issue,
  updateIssue,
} from '@plumbline/contract/issues'
import { mayDeleteIssue, mayEditIssue, statusMoves } from '@plumbline/contract/issues.rules'
import type { Project } from '@plumbline/contract/projects'
import { Ellipsis, Link as LinkIcon, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { urlOf } from '../api/client.ts'
import { toastError, useRead, useWrite } from '../api/query.ts'
import { longDate } from '../app/dates.ts'
import { paths } from '../app/paths.ts'
import { useMe } from '../app/session.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Link } from '../ui/Link.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { Skeleton, SkeletonBlock } from '../ui/Skeleton.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { toast } from '../ui/toast.ts'
import { IssueFields } from './IssueFields.tsx'
import { IssueWords } from './IssueWords.tsx'
import { useIssueText } from './text.ts'
import { usePeople } from './use-people.ts'

interface DetailProps {
  project: Project
  onClose: () => void
  /** in the viewer: shows the issue's view there; elsewhere a link leads to it */
  onShow?: () => void
}

/** One issue: what it says, where it is, and what one may do with it. */
export function IssueDetail({ number, ...rest }: DetailProps & { number: number }) {
  const { project } = rest
  const text = useIssueText()
  const { data: issue, error } = useRead(getIssueByNumber, { params: { id: project.id, number } })
  if (error)
    return (
      <EmptyState
        drawing="search"
        title={text.gone}
        action={<ButtonLink href={paths.issues(project.id)}>{text.backToList}</ButtonLink>}
      >
        {text.goneHint}
      </EmptyState>
    )
  if (!issue)
    return (
      <Skeleton className="flex flex-col gap-3 p-4">
        <SkeletonBlock className="h-7 w-3/4" />
        <SkeletonBlock className="h-48 w-full" />
      </Skeleton>
    )
  return <Detail {...rest} issue={issue} />
}

/** Saves changes against the version that is shown, so nothing of somebody else's is overwritten unseen. */
function useSave(project: Project, issue: Issue) {
  const text = useIssueText()
  const write = useWrite(updateIssue, {
    onError: (error) => (error.code === 'stale' ? toast.error({ text: text.stale }) : toastError(error)),
  })
  const params = { id: project.id, issueId: issue.id }
  type Body = Parameters<typeof write.send>[0]['body']
  return {
    save: (body: Body) => write.send({ params, body }, { ifMatch: issue.version }).catch(() => {}),
    pending: write.pending,
  }
}

function Detail({ project, issue, onClose, onShow }: DetailProps & { issue: Issue }) {
  const text = useIssueText()
  const me = useMe()
  const { nameOf } = usePeople(project.id)
  const { save, pending } = useSave(project, issue)
  const who = { user_id: me.id, permission_level: project.my_permission_level }
  const mayEdit = mayEditIssue(who, issue)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <DetailHeader project={project} issue={issue} onClose={onClose} />
      <div className="flex flex-col gap-4 px-4 pb-8">
        <IssueWords issue={issue} mayEdit={mayEdit} onSave={save} />
        <div className="flex flex-wrap items-center gap-2">
          <StatusBadge status={issue.status} />
          {statusMoves(who, issue).map((status) => (
            <Button key={status} size="small" loading={pending} onClick={() => void save({ status })}>
              {text.moveTo[status]}
            </Button>
          ))}
        </div>
        <Picture project={project} issue={issue} onShow={onShow} />
        <IssueFields
          project={project}
          issue={issue}
          disabled={mayEdit ? false : text.mayNotEdit}
          onSave={(body) => void save(body)}
        />
        <Places project={project} issue={issue} />
        <p className="text-13 text-text-muted">
          {text.createdBy(nameOf(issue.created_by) ?? text.formerMember, longDate(issue.created_at))}
        </p>
      </div>
    </div>
  )
}

function DetailHeader({ project, issue, onClose }: DetailProps & { issue: Issue }) {
  const text = useIssueText()
  const me = useMe()
  const [asking, setAsking] = useState(false)
  const remove = useWrite(deleteIssue, { onDone: onClose })
  const who = { user_id: me.id, permission_level: project.my_permission_level }
  const copy = () =>
    void navigator.clipboard
      .writeText(new URL(paths.issue(project.id, issue.number), location.href).href)
      .then(() => toast.success({ title: text.copied }))
  return (
    <div className="sticky top-0 z-10 flex items-center gap-1 bg-surface px-4 py-2">
      <span className="me-auto text-text-muted tabular-nums">#{issue.number}</span>
      <Menu align="end" trigger={<IconButton name={text.actions} icon={<Ellipsis aria-hidden />} />}>
        <MenuItem icon={<LinkIcon aria-hidden />} onSelect={copy}>
          {text.copyLink}
        </MenuItem>
        {mayDeleteIssue(who, issue, 0) && (
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setAsking(true)}>
            {text.remove}
          </MenuItem>
        )}
      </Menu>
      <IconButton name={text.close} icon={<X aria-hidden />} onClick={onClose} />
      <AlertDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={text.removeQuestion(issue.number)}
        action={text.remove}
        onConfirm={() => remove.run({ params: { id: project.id, issueId: issue.id } })}
      >
        {text.removeHint}
      </AlertDialog>
    </div>
  )
}

/** The view the issue was made in; a click shows it in the model. */
function Picture({ project, issue, onShow }: Omit<DetailProps, 'onClose'> & { issue: Issue }) {
  const text = useIssueText()
  const viewpoint = issue.viewpoints.find((each) => each.has_snapshot)
  if (!viewpoint) return null
  const params = { id: project.id, issueId: issue.id, viewpointId: viewpoint.guid }
  const href = paths.viewer(project.id, { issue: issue.number })
  const picture = (
    <img
      src={urlOf(getSnapshot, { params })}
      alt={text.snapshotOf(issue.number)}
      className="aspect-video w-full rounded-control border border-line bg-sunken object-cover"
    />
  )
  if (onShow)
    return (
      <div className="flex flex-col gap-2">
        {picture}
        <Button className="self-start" onClick={onShow}>
          {text.goToView}
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-2">
      <Link quiet href={href}>
        {picture}
      </Link>
      <ButtonLink href={href} className="self-start">
        {text.showInModel}
      </ButtonLink>
    </div>
  )
}

function Places({ project, issue }: { project: Project; issue: Issue }) {
  const text = useIssueText()
  if (issue.anchors.length === 0) return null
  return (
    <section aria-label={text.place}>
      <h3 className="mb-1 font-medium text-13">{text.place}</h3>
      <ul className="flex flex-col gap-1">
        {issue.anchors.map((anchor) => (
          <li key={anchor.id} className="text-13">
            <Link quiet href={paths.viewer(project.id, { issue: issue.number })}>
              {anchor.element_name ?? anchor.ifc_class ?? text.element}
            </Link>
            <span className="block break-all text-text-muted tabular-nums">
              {anchor.ifc_guid && <code className="font-mono text-12">{anchor.ifc_guid}</code>}{' '}
              {text.coordinates(anchor.point.x, anchor.point.y, anchor.point.z)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
