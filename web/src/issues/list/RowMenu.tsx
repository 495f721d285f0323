import { issuePriorities } from '@plumbline/contract/issues/issue-fields'
import { deleteIssue, type IssueRow, restoreIssue } from '@plumbline/contract/issues/issues'
import {
  evaluateIssueAction,
  type IssueCaller,
  listStatusMoves,
} from '@plumbline/contract/issues/issues.rules'
import { listLabels } from '@plumbline/contract/issues/lists'
import type { Project } from '@plumbline/contract/projects/projects'
import { Link as LinkIcon, SquareArrowOutUpRight, Trash2, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRead, useWrite } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { useNavigate } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { MenuCheck, MenuChoice, MenuGroup, MenuItem, MenuSeparator, Submenu } from '../../ui/Menu.tsx'
import { PriorityBars } from '../../ui/PriorityBars.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useUiText } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { useGrowingList } from '../../ui/use-growing-list.ts'
import { useDetailText } from '../detail/text.ts'
import { useIssueText } from '../text.ts'
import { usePeople } from '../use-people.ts'
import { listCommonDueDates } from './list-common-due-dates.ts'
import type { RowChanges } from './optimistic-rows.ts'
import { useListText } from './text.ts'
import { useColumnLabels } from './use-column-labels.ts'

/** Fields of a row with a shortcut that opens their menu. */
export const fieldByShortcut = { s: 'status', p: 'priority', a: 'assignee', l: 'labels', d: 'due' } as const
export type RowMenuField = (typeof fieldByShortcut)[keyof typeof fieldByShortcut]

export interface RowMenuProps {
  project: Project
  /** includes optimistic changes */
  row: IssueRow
  onEdit: (changes: RowChanges) => void
  /** called for RESOLVED, which may need a comment first */
  onResolve: () => void
}
const NO_ASSIGNEE = 'none'
/** value of the option for an assignee named in the imported file who is not a member */
const IMPORTED_ASSIGNEE = 'elsewhere'

/** Returns the current user's relation to the row, and a function that explains why an action is not allowed. */
function useRowRefusal({ project, row }: Pick<RowMenuProps, 'project' | 'row'>) {
  const detail = useDetailText()
  const me = useMe()
  const relation: IssueCaller = { user_id: me.id, permission_level: project.my_permission_level }
  const explainRefusal = (action: 'EDIT' | 'DELETE') => {
    const verdict = evaluateIssueAction(relation, row, action)
    return verdict !== true && detail.reasons[verdict]
  }
  return { relation, explainRefusal }
}

/** Menu items that change one field. */
export function RowFieldItems({ part, ...props }: RowMenuProps & { part: RowMenuField }) {
  switch (part) {
    case 'status':
      return <StatusItems {...props} />
    case 'priority':
      return <PriorityItems {...props} />
    case 'assignee':
      return <AssigneeItems {...props} />
    case 'labels':
      return <LabelItems {...props} />
    case 'due':
      return <DueItems {...props} />
  }
}

function StatusItems(props: RowMenuProps) {
  const labels = useColumnLabels()
  const detail = useDetailText()
  const { relation } = useRowRefusal(props)
  const moves = listStatusMoves(relation, props.row)
  return (
    <MenuGroup label={labels.status}>
      {moves.map((status) => (
        <MenuItem
          key={status}
          onSelect={() => (status === 'RESOLVED' ? props.onResolve() : props.onEdit({ status }))}
        >
          <StatusBadge status={status} />
        </MenuItem>
      ))}
      {moves.length === 0 && (
        <MenuItem disabled={detail.reasons.NOT_YOURS} onSelect={() => undefined}>
          <StatusBadge status={props.row.status} />
        </MenuItem>
      )}
    </MenuGroup>
  )
}

/** Menu items, or one disabled item with the reason if the user may not edit. */
function EditableItems(props: RowMenuProps & { label: string; children: ReactNode }) {
  const { explainRefusal } = useRowRefusal(props)
  const reason = explainRefusal('EDIT')
  if (!reason) return props.children
  return (
    <MenuItem disabled={reason} onSelect={() => undefined}>
      {props.label}
    </MenuItem>
  )
}

function PriorityItems(props: RowMenuProps) {
  const labels = useColumnLabels()
  const ui = useUiText()
  return (
    <EditableItems {...props} label={labels.priority}>
      <MenuChoice
        label={labels.priority}
        value={props.row.priority}
        options={[...issuePriorities].reverse().map((value) => ({
          value,
          label: ui.priority[value],
          icon: <PriorityBars priority={value} className="[&_.sr-only]:hidden" />,
        }))}
        onChange={(priority) => props.onEdit({ priority })}
      />
    </EditableItems>
  )
}

function AssigneeItems(props: RowMenuProps) {
  const labels = useColumnLabels()
  const issues = useIssueText()
  const { assignable } = usePeople(props.project.id)
  const { assignee_id, assigned_to } = props.row
  const elsewhere =
    assigned_to === null ? [] : [{ value: IMPORTED_ASSIGNEE, label: issues.notMember(assigned_to) }]
  return (
    <EditableItems {...props} label={labels.assignee}>
      <MenuChoice
        label={labels.assignee}
        value={assignee_id ?? elsewhere[0]?.value ?? NO_ASSIGNEE}
        options={[...elsewhere, { value: NO_ASSIGNEE, label: issues.nobody }, ...assignable]}
        onChange={(id) =>
          id !== IMPORTED_ASSIGNEE && props.onEdit({ assignee_id: id === NO_ASSIGNEE ? null : id })
        }
      />
    </EditableItems>
  )
}

function LabelItems(props: RowMenuProps) {
  const text = useListText()
  const labels = useColumnLabels()
  const { row } = props
  const { data } = useRead(listLabels, { params: { id: props.project.id } }, { silent: true })
  const known = [...new Set([...row.labels, ...(data ?? []).map(({ label }) => label)])]
  const list = useGrowingList(known.length)
  return (
    <EditableItems {...props} label={labels.labels}>
      <MenuGroup label={labels.labels}>
        {known.slice(0, list.count).map((label) => (
          <MenuCheck
            key={label}
            checked={row.labels.includes(label)}
            onChange={(on) =>
              props.onEdit({
                labels: on ? [...row.labels, label] : row.labels.filter((each) => each !== label),
              })
            }
          >
            {label}
          </MenuCheck>
        ))}
        <div ref={list.end} />
        {known.length === 0 && (
          <MenuItem disabled={text.newLabel} onSelect={() => undefined}>
            {labels.labels}
          </MenuItem>
        )}
      </MenuGroup>
    </EditableItems>
  )
}

function DueItems(props: RowMenuProps) {
  const text = useListText()
  const labels = useColumnLabels()
  const days = listCommonDueDates(new Date(), props.project.timezone)
  return (
    <EditableItems {...props} label={labels.due}>
      <MenuGroup label={labels.due}>
        {(['today', 'tomorrow', 'week', 'fortnight'] as const).map((name) => (
          <MenuItem key={name} onSelect={() => props.onEdit({ due_date: days[name] })}>
            {text.days[name]}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => props.onEdit({ due_date: null })}>{text.due.none}</MenuItem>
      </MenuGroup>
    </EditableItems>
  )
}

function useDeleteRow(project: Project, row: IssueRow) {
  const text = useListText()
  const detail = useDetailText()
  const restore = useWrite(restoreIssue, {
    onDone: ({ number }) => toast.success({ title: detail.restored(number) }),
  })
  const params = { id: project.id, issueId: row.id }
  const remove = useWrite(deleteIssue, {
    onDone: () =>
      toast.success({
        title: text.deleted(row.number),
        action: { label: text.undo, run: () => restore.run({ params }) },
      }),
  })
  return () => remove.run({ params })
}

/** The full context menu of a row. */
export function RowMenuItems(props: RowMenuProps & { href: string }) {
  const { project, row } = props
  const text = useListText()
  const labels = useColumnLabels()
  const issues = useIssueText()
  const copy = useCopy()
  const me = useMe()
  const navigate = useNavigate()
  const { explainRefusal } = useRowRefusal(props)
  const remove = useDeleteRow(project, row)
  const copyLink = () =>
    copy(new URL(paths.issue(project.id, row.number), location.href).href, { title: issues.copied })
  return (
    <>
      <MenuItem
        icon={<SquareArrowOutUpRight aria-hidden />}
        keys="Enter"
        onSelect={() => navigate(props.href)}
      >
        {text.open}
      </MenuItem>
      <MenuItem icon={<LinkIcon aria-hidden />} onSelect={() => void copyLink()}>
        {issues.copyLink}
      </MenuItem>
      <MenuSeparator />
      {Object.values(fieldByShortcut).map((part) => (
        <Submenu key={part} label={labels[part]}>
          <RowFieldItems {...props} part={part} />
        </Submenu>
      ))}
      <MenuItem
        icon={<UserPlus aria-hidden />}
        keys="I"
        disabled={row.assignee_id === me.id || explainRefusal('EDIT')}
        onSelect={() => props.onEdit({ assignee_id: me.id })}
      >
        {text.assignToMe}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={<Trash2 aria-hidden />} disabled={explainRefusal('DELETE')} onSelect={remove}>
        {issues.remove}
      </MenuItem>
    </>
  )
}
