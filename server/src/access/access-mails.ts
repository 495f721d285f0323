import type { AccessRequest, Invite } from '@plumbline/contract/access/access'
import type { Locale } from '@plumbline/contract/users/users'
import type { Mail } from '../mail/mail.ts'
import { renderMail } from '../mail/render-mail.ts'
import { buildInviteUrl } from '../teams/team-mails.ts'
import type { InviteRecipient } from '../users/invite-recipient.ts'

/** Mails about invitations and access requests, in the recipient's language. */

interface AccessMailTexts {
  someone: string
  /** puts a user's text in quotation marks */
  quoted: (text: string) => string
  invite: {
    subject: (from: string, project: string) => string
    line: (from: string, project: string, team: string) => string
    signUp: string
    open: string
    closing: string
  }
  asked: {
    subject: (from: string, project: string) => string
    line: (from: string, email: string, project: string) => string
    action: string
    closing: string
  }
  approved: { subject: (project: string) => string; line: (project: string) => string; action: string }
  rejected: { subject: (project: string) => string; line: (project: string) => string }
  /** closing of the mail with the decision */
  answered: string
}

const texts: Record<Locale, AccessMailTexts> = {
  en: {
    someone: 'Someone',
    quoted: (text) => `“${text}”`,
    invite: {
      subject: (from, project) => `${from} invited you to ${project}`,
      line: (from, project, team) =>
        `${from} invited you to the project ${project} of ${team} on Plumbline, which contains its building models and issues.`,
      signUp: 'Create your account',
      open: 'Answer the invitation',
      closing:
        'The invitation is valid for 14 days and for this address. If you do not know the sender, you can ignore this e-mail.',
    },
    asked: {
      subject: (from, project) => `${from} requests access to ${project}`,
      line: (from, email, project) =>
        `${from} (${email}) requests access to ${project}. Approve or reject the request, and choose their permissions.`,
      action: 'Review the request',
      closing: 'You receive this e-mail because you administer the project.',
    },
    approved: {
      subject: (project) => `You have access to ${project}`,
      line: (project) => `Your request for access to ${project} was approved.`,
      action: 'Open the project',
    },
    rejected: {
      subject: (project) => `No access to ${project}`,
      line: (project) =>
        `Your request for access to ${project} was rejected. You can request access again after a day.`,
    },
    answered: 'You receive this e-mail because you requested access.',
  },
  de: {
    someone: 'Jemand',
    quoted: (text) => `„${text}“`,
    invite: {
      subject: (from, project) => `${from} hat Sie zu ${project} eingeladen`,
      line: (from, project, team) =>
        `${from} hat Sie in das Projekt ${project} von ${team} auf Plumbline eingeladen. Dort liegen seine Gebäudemodelle und Mängel.`,
      signUp: 'Konto anlegen',
      open: 'Einladung beantworten',
      closing:
        'Die Einladung gilt 14 Tage und für diese Adresse. Wenn Sie den Absender nicht kennen, können Sie diese Mail ignorieren.',
    },
    asked: {
      subject: (from, project) => `${from} bittet um Zugang zu ${project}`,
      line: (from, email, project) =>
        `${from} (${email}) möchte in das Projekt ${project}. Nehmen Sie die Anfrage an oder lehnen Sie sie ab, und wählen Sie die Rechte.`,
      action: 'Über die Anfrage entscheiden',
      closing: 'Sie erhalten diese Mail, weil Sie das Projekt verwalten.',
    },
    approved: {
      subject: (project) => `Sie haben Zugang zu ${project}`,
      line: (project) => `Ihre Anfrage für ${project} wurde angenommen.`,
      action: 'Projekt öffnen',
    },
    rejected: {
      subject: (project) => `Kein Zugang zu ${project}`,
      line: (project) =>
        `Ihre Anfrage für ${project} wurde abgelehnt. Nach einem Tag können Sie erneut anfragen.`,
    },
    answered: 'Sie erhalten diese Mail, weil Sie um Zugang gebeten haben.',
  },
  fr: {
    someone: 'Quelqu’un',
    quoted: (text) => `« ${text} »`,
    invite: {
      subject: (from, project) => `${from} vous invite sur ${project}`,
      line: (from, project, team) =>
        `${from} vous invite sur le projet ${project} de ${team} dans Plumbline, où se trouvent ses maquettes et ses remarques.`,
      signUp: 'Créer votre compte',
      open: 'Répondre à l’invitation',
      closing:
        'L’invitation est valable 14 jours, pour cette adresse. Si vous ne connaissez pas l’expéditeur, ignorez ce message.',
    },
    asked: {
      subject: (from, project) => `${from} demande l’accès à ${project}`,
      line: (from, email, project) =>
        `${from} (${email}) demande l’accès au projet ${project}. C’est à vous de décider, et de choisir ses droits.`,
      action: 'Répondre à la demande',
      closing: 'Vous recevez ce message parce que vous administrez le projet.',
    },
    approved: {
      subject: (project) => `Vous avez accès à ${project}`,
      line: (project) => `Votre demande d’accès à ${project} a été acceptée.`,
      action: 'Ouvrir le projet',
    },
    rejected: {
      subject: (project) => `Pas d’accès à ${project}`,
      line: (project) =>
        `Votre demande d’accès à ${project} a été refusée. Vous pourrez la renouveler dans un jour.`,
    },
    answered: 'Vous recevez ce message parce que vous avez demandé l’accès.',
  },
  es: {
    someone: 'Alguien',
    quoted: (text) => `«${text}»`,
    invite: {
      subject: (from, project) => `${from} le invita a ${project}`,
      line: (from, project, team) =>
        `${from} le invita al proyecto ${project} de ${team} en Plumbline, donde están sus modelos e incidencias.`,
      signUp: 'Crear su cuenta',
      open: 'Responder a la invitación',
      closing:
        'La invitación es válida durante 14 días y para esta dirección. Si no conoce a quien la envía, puede ignorar este mensaje.',
    },
    asked: {
      subject: (from, project) => `${from} pide acceso a ${project}`,
      line: (from, email, project) =>
        `${from} (${email}) pide acceso al proyecto ${project}. Usted decide, y elige qué podrá hacer.`,
      action: 'Decidir sobre la solicitud',
      closing: 'Recibe este mensaje porque administra el proyecto.',
    },
    approved: {
      subject: (project) => `Tiene acceso a ${project}`,
      line: (project) => `Su solicitud de acceso a ${project} fue aceptada.`,
      action: 'Abrir el proyecto',
    },
    rejected: {
      subject: (project) => `Sin acceso a ${project}`,
      line: (project) =>
        `Su solicitud de acceso a ${project} fue rechazada. Podrá repetirla dentro de un día.`,
    },
    answered: 'Recibe este mensaje porque pidió acceso.',
  },
}

interface PersonName {
  first_name: string
  last_name: string
}

const formatName = (person: PersonName | null, text: AccessMailTexts) =>
  (person && `${person.first_name} ${person.last_name}`.trim()) || text.someone

/** `code` creates the account of an address without one; null: there is one. */
export function buildProjectInviteMail(
  reader: InviteRecipient,
  publicUrl: string,
  invite: Invite,
  code: string | null,
): Mail {
  const text = texts[reader.locale]
  const from = formatName(invite.invited_by, text)
  const { project_name: project, team_name: team, message } = invite
  return renderMail(reader.email, {
    locale: reader.locale,
    subject: text.invite.subject(from, project),
    lines: [text.invite.line(from, project, team), ...(message ? [text.quoted(message)] : [])],
    action: {
      label: code === null ? text.invite.open : text.invite.signUp,
      url: buildInviteUrl(publicUrl, code),
    },
    closing: text.invite.closing,
  })
}

export function buildRequestMail(reader: InviteRecipient, publicUrl: string, request: AccessRequest): Mail {
  const text = texts[reader.locale]
  const from = formatName(request.user, text)
  const { project_id, project_name: project, email, message } = request
  return renderMail(reader.email, {
    locale: reader.locale,
    subject: text.asked.subject(from, project),
    lines: [text.asked.line(from, email, project), ...(message ? [text.quoted(message)] : [])],
    action: { label: text.asked.action, url: `${publicUrl}/project/${project_id}/members` },
    closing: text.asked.closing,
  })
}

/** The mail to the requester after an administrator's decision. */
export function buildDecisionMail(reader: InviteRecipient, publicUrl: string, request: AccessRequest): Mail {
  const { answered, approved, rejected, quoted } = texts[reader.locale]
  const { project_id, project_name: project, reason } = request
  if (request.state === 'APPROVED')
    return renderMail(reader.email, {
      locale: reader.locale,
      subject: approved.subject(project),
      lines: [approved.line(project)],
      action: { label: approved.action, url: `${publicUrl}/project/${project_id}` },
      closing: answered,
    })
  return renderMail(reader.email, {
    locale: reader.locale,
    subject: rejected.subject(project),
    lines: [rejected.line(project), ...(reason ? [quoted(reason)] : [])],
    closing: answered,
  })
}
