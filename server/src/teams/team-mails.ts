import type { TeamInvite } from '@plumbline/contract/teams/teams'
import type { Locale } from '@plumbline/contract/users/users'
import type { Mail } from '../mail/mail.ts'
import { renderMail } from '../mail/render-mail.ts'
import type { InviteRecipient } from '../users/invite-recipient.ts'

/** The mail of a company invitation, in the recipient's language. */

interface TeamMailTexts {
  subject: (from: string, team: string) => string
  line: (from: string, team: string) => string
  signUp: string
  open: string
  closing: string
  someone: string
}

const texts: Record<Locale, TeamMailTexts> = {
  en: {
    subject: (from, team) => `${from} invited you to ${team}`,
    line: (from, team) =>
      `${from} invited you to join the company ${team} on Plumbline, where its people work on building models and issues.`,
    signUp: 'Create your account',
    open: 'Answer the invitation',
    closing:
      'The invitation is valid for 14 days and for this address. If you do not know the sender, you can ignore this e-mail.',
    someone: 'Someone',
  },
  de: {
    subject: (from, team) => `${from} hat Sie zu ${team} eingeladen`,
    line: (from, team) =>
      `${from} hat Sie eingeladen, der Firma ${team} auf Plumbline beizutreten. Dort arbeiten ihre Leute an Gebäudemodellen und Mängeln.`,
    signUp: 'Konto anlegen',
    open: 'Einladung beantworten',
    closing:
      'Die Einladung gilt 14 Tage und für diese Adresse. Wenn Sie den Absender nicht kennen, können Sie diese Mail ignorieren.',
    someone: 'Jemand',
  },
  fr: {
    subject: (from, team) => `${from} vous invite à rejoindre ${team}`,
    line: (from, team) =>
      `${from} vous invite à rejoindre l’entreprise ${team} sur Plumbline, où ses équipes travaillent sur les maquettes et les remarques.`,
    signUp: 'Créer votre compte',
    open: 'Répondre à l’invitation',
    closing:
      'L’invitation est valable 14 jours, pour cette adresse. Si vous ne connaissez pas l’expéditeur, ignorez ce message.',
    someone: 'Quelqu’un',
  },
  es: {
    subject: (from, team) => `${from} le invita a ${team}`,
    line: (from, team) =>
      `${from} le invita a unirse a la empresa ${team} en Plumbline, donde su gente trabaja con modelos e incidencias.`,
    signUp: 'Crear su cuenta',
    open: 'Responder a la invitación',
    closing:
      'La invitación es válida durante 14 días y para esta dirección. Si no conoce a quien la envía, puede ignorar este mensaje.',
    someone: 'Alguien',
  },
}

/** URL in an invitation mail: the application, or with a code the sign-up page of an address without an account. */
export const buildInviteUrl = (publicUrl: string, code: string | null): string =>
  code === null ? `${publicUrl}/projects` : `${publicUrl}/signup?${new URLSearchParams({ code })}`

/** `code` creates the account of an address without one; null: there is one. */
export function buildTeamInviteMail(
  reader: InviteRecipient,
  publicUrl: string,
  invite: TeamInvite,
  code: string | null,
): Mail {
  const text = texts[reader.locale]
  const { invited_by: by } = invite
  const from = (by && `${by.first_name} ${by.last_name}`.trim()) || text.someone
  return renderMail(reader.email, {
    locale: reader.locale,
    subject: text.subject(from, invite.team_name),
    lines: [text.line(from, invite.team_name)],
    action: {
      label: code === null ? text.open : text.signUp,
      url: buildInviteUrl(publicUrl, code),
    },
    closing: text.closing,
  })
}
