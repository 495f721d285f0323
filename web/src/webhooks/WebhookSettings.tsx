import type { Project } from '@plumbline/contract/projects/projects'
import {
  deleteWebhook,
  listWebhooks,
  replaceWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@plumbline/contract/webhooks/webhooks'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRead, useWrite } from '../api/query.ts'
import { useLocation } from '../base/navigation.tsx'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Link } from '../ui/Link.tsx'
import { toast } from '../ui/toast.ts'
import { ListState } from '../users/me/ListState.tsx'
import { DeliveriesDialog } from './DeliveriesDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { useWebhookText } from './text.ts'
import { WebhookDialog } from './WebhookDialog.tsx'
import { type WebhookAction, WebhookRow } from './WebhookRow.tsx'

/** The open dialog; `id` null creates a webhook. Kept while the dialog fades out. */
type Task = { does: 'edit' | 'deliveries' | 'secret' | 'remove'; id: string | null }

const PART = 'webhooks'

/** Scrolls to the webhooks once the list above them is loaded, for links with the hash. */
function useScrollHere(isLoaded: boolean) {
  const place = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each navigation, and once the list has its full height
  useEffect(() => {
    if (location.hash === `#${PART}`) document.getElementById(PART)?.scrollIntoView()
  }, [place, isLoaded])
}

/** The webhooks of a project, for administrators. */
export function WebhookSettings({ project }: { project: Project }) {
  const text = useWebhookText()
  const webhooks = useRead(listWebhooks, { params: { id: project.id } }, { redirects: false })
  const [task, setTask] = useState<Task>({ does: 'edit', id: null })
  const [open, setOpen] = useState<Task | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  useScrollHere(webhooks.data !== undefined)
  const close = () => setOpen(null)
  /** for late answers */
  const closeFor = (done: Task) => setOpen((now) => (now === done ? null : now))
  const begin = (does: Task['does'], id: string | null) => {
    const next = { does, id }
    setTask(next)
    setOpen(next)
  }
  const shown = webhooks.data?.find(({ id }) => id === task.id) ?? null
  const params = { id: project.id, webhookId: task.id ?? '' }

  const change = useWrite(updateWebhook, { onDone: () => toast.success() })
  const test = useWrite(testWebhook)
  const replace = useWrite(replaceWebhookSecret, { onDone: (made) => setSecret(made.secret) })
  const remove = useWrite(deleteWebhook, { onDone: () => toast.success() })
  const finish = (work: Promise<unknown>) => work.then(() => closeFor(task)).catch(() => undefined)
  function act(action: WebhookAction, id: string) {
    const at = { params: { id: project.id, webhookId: id } }
    if (action === 'on' || action === 'off') change.run({ ...at, body: { is_active: action === 'on' } })
    else if (action === 'test') {
      test.run(at)
      begin('deliveries', id)
    } else begin(action, id)
  }
  return (
    <Card
      id={PART}
      title={text.title}
      action={
        <Button size="small" icon={<Plus aria-hidden />} onClick={() => begin('edit', null)}>
          {text.add}
        </Button>
      }
    >
      <p className="mb-2 text-13 text-text-muted">
        {text.hint}{' '}
        <Link href="/api/docs" newTab>
          {text.documentation}
        </Link>
      </p>
      <ListState read={webhooks} empty={text.none}>
        {(hook) => <WebhookRow key={hook.id} hook={hook} onAct={(action) => act(action, hook.id)} />}
      </ListState>
      <WebhookDialog
        projectId={project.id}
        hook={shown}
        open={open !== null && task.does === 'edit'}
        onClose={() => closeFor(task)}
        onSecret={setSecret}
      />
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
      {shown && (
        <>
          <DeliveriesDialog
            projectId={project.id}
            hook={shown}
            open={open !== null && task.does === 'deliveries'}
            onClose={close}
          />
          <AlertDialog
            open={open !== null && task.does === 'secret'}
            onClose={close}
            title={text.newSecret}
            action={text.newSecret}
            onConfirm={() => finish(replace.send({ params }))}
          >
            {text.newSecretHint(shown.url)}
          </AlertDialog>
          <AlertDialog
            open={open !== null && task.does === 'remove'}
            onClose={close}
            title={text.remove}
            action={text.remove}
            onConfirm={() => finish(remove.send({ params }))}
          >
            {text.removeHint(shown.url)}
          </AlertDialog>
        </>
      )}
    </Card>
  )
}
