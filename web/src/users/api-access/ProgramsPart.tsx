import { type ConnectedProgram, disconnectProgram, listConnections } from '@plumbline/contract/auth/oauth'
import { Plug } from 'lucide-react'
import { useRead, useWrite } from '../../api/query.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { useQuestion } from '../../ui/use-question.ts'
import { longDate, shortDateTime } from '../dates.ts'
import { ListState } from '../me/ListState.tsx'
import { useApiAccessText } from './text.ts'

export function ProgramsPart() {
  const text = useApiAccessText()
  const { about: ending, ...question } = useQuestion<ConnectedProgram>()
  const programs = useRead(listConnections, {})
  const disconnect = useWrite(disconnectProgram, { onDone: () => toast.success() })
  return (
    <>
      <h3 className="mt-6 font-medium">{text.programs}</h3>
      <p className="mb-2 text-13 text-text-muted">{text.programsHint}</p>
      <ListState read={programs} empty={text.noPrograms}>
        {(program) => (
          <li
            key={program.client_id}
            className="flex items-center gap-3 border-line border-b py-2 last:border-b-0"
          >
            <Plug aria-hidden className="flex-none text-text-muted" />
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{program.name}</p>
              <p className="text-13 text-text-muted">
                {text.connected(longDate(program.created_at))},{' '}
                {program.used_at ? text.used(shortDateTime(program.used_at)) : text.neverUsed}
              </p>
            </div>
            <Button
              size="small"
              aria-label={text.disconnectNamed(program.name)}
              onClick={() => question.ask(program)}
            >
              {text.disconnect}
            </Button>
          </li>
        )}
      </ListState>
      <AlertDialog
        open={ending !== null}
        onClose={question.close}
        title={text.disconnectProgram}
        action={text.disconnectProgram}
        onConfirm={() =>
          ending &&
          disconnect
            .send({ params: { clientId: ending.client_id } })
            .then(() => question.closeFor(ending))
            .catch(() => {})
        }
      >
        {ending && text.disconnectHint(ending.name)}
      </AlertDialog>
    </>
  )
}
