import type { Locale } from '@plumbline/contract/users/users'
import type { Server } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { queueMail } from '../mail/mail.ts'
import { renderMail } from '../mail/render-mail.ts'
import { findProjectMember } from '../projects/project-roles.ts'

interface Texts {
  subject: (project: string) => string
  line: (host: string, project: string) => string
  action: string
  closing: string
}

const texts: Record<Locale, Texts> = {
  en: {
    subject: (project) => `A webhook of ${project} was switched off`,
    line: (host, project) =>
      `${host} no longer takes what the project ${project} sends, so this webhook was switched off.`,
    action: 'Open the project’s webhooks',
    closing: 'What happens meanwhile is not sent. Switch the webhook on again once its address answers.',
  },
  de: {
    subject: (project) => `Ein Webhook von ${project} wurde ausgeschaltet`,
    line: (host, project) =>
      `${host} nimmt nicht mehr an, was das Projekt ${project} sendet. Deshalb wurde dieser Webhook ausgeschaltet.`,
    action: 'Webhooks des Projekts öffnen',
    closing:
      'Was inzwischen geschieht, wird nicht gesendet. Schalten Sie den Webhook wieder ein, sobald seine Adresse antwortet.',
  },
  fr: {
    subject: (project) => `Un webhook de ${project} a été désactivé`,
    line: (host, project) =>
      `${host} n’accepte plus ce que le projet ${project} envoie : ce webhook a donc été désactivé.`,
    action: 'Ouvrir les webhooks du projet',
    closing: 'Ce qui se passe entre-temps n’est pas envoyé. Réactivez le webhook dès que son adresse répond.',
  },
  es: {
    subject: (project) => `Se ha desactivado un webhook de ${project}`,
    line: (host, project) =>
      `${host} ya no acepta lo que envía el proyecto ${project}, por lo que se ha desactivado este webhook.`,
    action: 'Abrir los webhooks del proyecto',
    closing:
      'Lo que ocurra mientras tanto no se envía. Vuelva a activar el webhook cuando su dirección responda.',
  },
}

interface StoppedWebhook {
  project_id: string
  created_by: string | null
  url: string
}

/** Mails the webhook's creator that it was switched off, if they still administer the project and their account is not locked. */
export async function mailWebhookStopped(
  ctx: Pick<Server, 'jobs' | 'config'> & { tx: Tx },
  { project_id, created_by, url }: StoppedWebhook,
): Promise<void> {
  const member = created_by === null ? null : await findProjectMember(ctx.tx, created_by, project_id)
  if (member?.permission_level !== 'ADMIN') return
  const reader = await ctx.tx
    .selectFrom('users')
    .innerJoin('projects', (join) => join.on('projects.id', '=', project_id))
    .select(['users.email', 'users.locale', 'projects.name'])
    .where('users.id', '=', member.user_id)
    .where('users.locked_at', 'is', null)
    .executeTakeFirst()
  if (!reader) return
  const { email, locale, name } = reader
  const { subject, line, action, closing } = texts[locale]
  const mail = renderMail(email, {
    locale,
    subject: subject(name),
    lines: [line(new URL(url).host, name)],
    action: { label: action, url: `${ctx.config.publicUrl}/project/${project_id}/settings#webhooks` },
    closing,
  })
  await queueMail(ctx, mail)
}
