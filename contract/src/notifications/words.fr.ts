import fileNotes from '../bim/file-notes.fr.ts'
import { translateNote } from '../bim/file-notes.ts'
import fieldNames from '../issues/field-names.fr.ts'
import type { NotificationPayload } from './notifications.ts'
import type { NotificationTexts } from './words.ts'

const said = ({ error_code: code }: NotificationPayload, message: string) =>
  translateNote(fileNotes, { code, message })
const someone = (name: string | undefined) => name ?? 'Quelqu’un'
const theProject = (name: string | undefined) => (name ? `le projet « ${name} »` : 'un projet')
const toProject = (name: string | undefined) => (name ? `au projet « ${name} »` : 'à un projet')
const inProject = (name: string | undefined) => `dans ${theProject(name)}`
const issue = ({ issue_number, issue_name, issue_count }: NotificationPayload) => {
  if (issue_count) return `${issue_count} remarques`
  if (!issue_number) return 'une remarque'
  return issue_name ? `la remarque #${issue_number} « ${issue_name} »` : `la remarque #${issue_number}`
}

const many = (count: number, one: string, more: string) =>
  count === 0 ? '' : `${count} ${count === 1 ? one : more}`

function formatFollowed(p: NotificationPayload): string {
  const file = `${p.bim_file_header_name ?? 'Un fichier'} v${p.bim_file_variant_version ?? '?'}`
  if (p.found_percent !== undefined)
    return `${file} : seuls ${p.found_percent} % des éléments ont été retrouvés. Est-ce le bon fichier ?`
  const { issues = 0, stay = 0, moved = 0, found = 0, review = 0, gone = 0 } = p.followed ?? {}
  const parts = [
    many(stay, 'reste en place', 'restent en place'),
    many(moved, 'déplacée', 'déplacées'),
    many(found, 'retrouvée', 'retrouvées'),
    many(review, 'à vérifier', 'à vérifier'),
    many(gone, 'sans élément', 'sans élément'),
  ].filter((part) => part !== '')
  return `${file} : sur ${many(issues, 'remarque', 'remarques')}, ${parts.join(', ')}`
}

const french: NotificationTexts = {
  invited: (p) => `${someone(p.from_name)} vous invite ${inProject(p.project_name)}.`,
  unknown: (p) => `Il y a du nouveau ${inProject(p.project_name)}`,
  changed: {
    locale: 'fr',
    colon: ' : ',
    fields: fieldNames,
    status: {
      OPEN: 'Ouverte',
      IN_PROGRESS: 'En cours',
      RESOLVED: 'Résolue',
      REOPENED: 'Rouverte',
      CLOSED: 'Clôturée',
      VOID: 'Sans suite',
    },
    priority: { LOW: 'Basse', MEDIUM: 'Moyenne', HIGH: 'Haute', CRITICAL: 'Critique' },
    none: 'aucun',
    moreCount: (count) => (count === 1 ? 'et un autre champ' : `et ${count} autres champs`),
  },
  messages: {
    BIM_PROCESSING_COMPLETED: (p) => {
      const name = p.bim_file_header_name
      const version = p.bim_file_variant_version
      const file = `${name ? `Le fichier « ${name} »` : 'Un fichier'}${version ? ` (version ${version})` : ''}`
      return p.message ? `${file} n’a pas pu être traité : ${said(p, p.message)}` : `${file} est prêt`
    },
    ISSUE_ASSIGNED: (p) => `${someone(p.by_user_name)} vous a attribué ${issue(p)}`,
    ISSUE_UNASSIGNED: (p) => `${someone(p.by_user_name)} vous a retiré ${issue(p)}`,
    ISSUE_UPDATED: (p) => `${someone(p.by_user_name)} a modifié ${issue(p)}`,
    ISSUE_DELETED: (p) => `${someone(p.by_user_name)} a supprimé ${issue(p)}`,
    ISSUE_COMMENT_ADDED: (p) => `${someone(p.by_user_name)} a commenté ${issue(p)}`,
    PROJECT_MEMBER_ADDED: (p) =>
      `${someone(p.added_by_user_name)} a ajouté ${p.added_user_name ?? 'quelqu’un'} ${toProject(p.project_name)}`,
    USER_ADDED_TO_PROJECT: (p) =>
      `${someone(p.added_by_user_name)} vous a donné accès ${toProject(p.project_name)}`,
    USER_REMOVED_FROM_PROJECT: (p) =>
      `${someone(p.removed_by_user_name)} a mis fin à votre accès ${toProject(p.project_name)}`,
    USER_JOINED_PROJECT: (p) => `${someone(p.added_user_name)} a rejoint ${theProject(p.project_name)}`,
    CHAT_MESSAGE: (p) =>
      p.message ? `${someone(p.from_name)} : ${p.message}` : `${someone(p.from_name)} a envoyé un fichier`,
    PROJECT_DELETED: (p) => `${someone(p.by_user_name)} a supprimé ${theProject(p.project_name)}`,
    ISSUES_FOLLOWED: (p) => formatFollowed(p),
  },
}
export default french
