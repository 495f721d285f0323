import {
  type AccessRequest,
  approveAccessRequest,
  rejectAccessRequest,
} from '@plumbline/contract/access/access'
import { type ProjectRole, suggestLevel } from '@plumbline/contract/roles'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../api/client.ts'
import { LoadingState } from '../api/LoadingState.tsx'
import { useWrite } from '../api/query.ts'
import { useProjectText } from '../projects/text.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog, DialogActions } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Field } from '../ui/Field.tsx'
import { Form } from '../ui/Form.tsx'
import { Table, type TableColumn } from '../ui/Table.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { toast } from '../ui/toast.ts'
import { longDate, shortDate } from '../users/dates.ts'
import { PersonCell, personName } from '../users/PersonCell.tsx'
import { RoleAndLevelFields } from './RoleAndLevelFields.tsx'
import { useAccessText } from './text.ts'

/** The access requests of the project, each with a dialog to approve or reject it. */
export function RequestList({ read }: { read: UseQueryResult<AccessRequest[], ApiError> }) {
  const { data: requests } = read
  const text = useAccessText()
  const { roles } = useProjectText()
  const [deciding, setDeciding] = useState<{ request: AccessRequest; opening: number }>()
  /** number of the dialog that is open, 0 for none: a late answer closes its own dialog only */
  const [open, setOpen] = useState(0)
  const decide = (request: AccessRequest) => {
    const opening = (deciding?.opening ?? 0) + 1
    setDeciding({ request, opening })
    setOpen(opening)
  }
  const columns: TableColumn<AccessRequest>[] = [
    {
      id: 'person',
      header: text.person,
      cell: (request) => (
        <PersonCell person={request.user} email={request.email} detail={roles[request.role]} />
      ),
    },
    { id: 'role', header: text.role, cell: ({ role }) => roles[role], wideOnly: 'lg', width: '12rem' },
    {
      id: 'date',
      header: text.date,
      cell: ({ created_at }) => <span className="tabular-nums">{shortDate(created_at)}</span>,
      wideOnly: true,
      width: '6rem',
    },
    {
      id: 'state',
      header: text.state,
      width: '8rem',
      align: 'end',
      cell: (request) =>
        request.state === 'PENDING' ? (
          <Button
            size="small"
            aria-label={`${text.decide}: ${personName(request.user)}`}
            onClick={() => decide(request)}
          >
            {text.decide}
          </Button>
        ) : (
          <Badge tone={request.state === 'APPROVED' ? 'success' : 'neutral'}>
            {text.requestStates[request.state]}
          </Badge>
        ),
    },
  ]
  if (!requests) return <LoadingState error={read.error} onRetry={() => void read.refetch()} rows={3} />
  if (requests.length === 0)
    return (
      <EmptyState drawing="people" title={text.noRequests}>
        {text.noRequestsHint}
      </EmptyState>
    )
  return (
    <>
      <Table
        label={text.requests}
        columns={columns}
        rows={requests}
        rowKey={({ id }) => id}
        rowLabel={({ user }) => personName(user)}
      />
      {deciding && (
        <DecideDialog
          key={deciding.opening}
          request={deciding.request}
          open={open === deciding.opening}
          onClose={() => setOpen((now) => (now === deciding.opening ? 0 : now))}
        />
      )}
    </>
  )
}

function DecideDialog(props: { request: AccessRequest; open: boolean; onClose: () => void }) {
  const text = useAccessText()
  const { roles } = useProjectText()
  const { request, onClose } = props
  const params = { id: request.project_id, requestId: request.id }
  const name = personName(request.user)
  const [rejecting, setRejecting] = useState(false)
  const [reason, setReason] = useState('')
  const [role, setRole] = useState<ProjectRole>(request.role)
  const [level, setLevel] = useState(suggestLevel(request.role))
  const approve = useWrite(approveAccessRequest, {
    onDone: () => {
      toast.success({ text: text.approved(name) })
      onClose()
    },
  })
  const reject = useWrite(rejectAccessRequest, {
    onDone: () => {
      toast.success({ text: text.rejectedRequest(name) })
      onClose()
    },
  })
  return (
    <Dialog open={props.open} onClose={onClose} title={rejecting ? text.rejectRequest : text.approveRequest}>
      <p className="font-medium">{name}</p>
      <p className="text-text-muted">{request.email}</p>
      <p className="mt-2">{text.asksAs(roles[request.role], longDate(request.created_at))}</p>
      {request.message && (
        <blockquote className="mt-2 whitespace-pre-line border-line-strong border-s-2 ps-3 [overflow-wrap:anywhere]">
          {request.message}
        </blockquote>
      )}
      {rejecting ? (
        <Form
          schema={rejectAccessRequest.body}
          draft={`reject.${request.id}`}
          className="mt-4"
          onSubmit={() => reject.send({ params, body: reason.trim() ? { reason } : {} })}
        >
          <Field draftName="reason" label={text.reason} help={text.reasonHelp}>
            <Textarea maxLength={500} value={reason} onChange={setReason} />
          </Field>
          <DialogActions>
            <Button look="danger" type="submit">
              {text.reject}
            </Button>
          </DialogActions>
        </Form>
      ) : (
        <Form
          schema={approveAccessRequest.body}
          fixed={{ role, permission_level: level }}
          className="mt-4"
          onSubmit={(body) => approve.send({ params, body })}
        >
          <RoleAndLevelFields role={role} level={level} onRole={setRole} onLevel={setLevel} />
          <DialogActions start={<Button onClick={() => setRejecting(true)}>{text.reject}</Button>}>
            <Button look="primary" type="submit">
              {text.approve}
            </Button>
          </DialogActions>
        </Form>
      )}
    </Dialog>
  )
}
