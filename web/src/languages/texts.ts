import type { ErrorCode } from '@plumbline/contract/errors'
import type { FileNotes } from '@plumbline/contract/file-notes'
import type { NotificationWords } from '@plumbline/contract/notification-words'
import type { Sentence } from '@plumbline/contract/sentences'
import type { AccessText } from '../access/text.ts'
import type { AnalyticsText } from '../analytics/text.ts'
import type { AuthorizeText } from '../auth/authorize-text.ts'
import type { AuthText } from '../auth/text.ts'
import type { AppText } from '../base/text.ts'
import type { BcfText } from '../bcf/text.ts'
import type { BillingText } from '../billing/text.ts'
import type { ElementText } from '../bim/elements/text.ts'
import type { BimText } from '../bim/text.ts'
import type { ViewerText } from '../bim/viewer/text.ts'
import type { ChatText } from '../chat/text.ts'
import type { ActivityText } from '../issues/activity/text.ts'
import type { ComposerText } from '../issues/composer/text.ts'
import type { DetailText } from '../issues/detail/text.ts'
import type { ListText } from '../issues/list/text.ts'
import type { MarkupText } from '../issues/markup/text.ts'
import type { OverviewText } from '../issues/overview/text.ts'
import type { IssueText } from '../issues/text.ts'
import type { MarkerText } from '../markers/text.ts'
import type { NotificationSettingsText } from '../notifications/settings-text.ts'
import type { NotificationText } from '../notifications/text.ts'
import type { PaletteText } from '../palette/text.ts'
import type { PresenceText } from '../presence/text.ts'
import type { ProjectsText } from '../projects/projects-text.ts'
import type { ProjectSettingsText } from '../projects/settings-text.ts'
import type { ProjectText } from '../projects/text.ts'
import type { ContactText } from '../settings/contact-text.ts'
import type { TermsText } from '../settings/terms-text.ts'
import type { TeamText } from '../teams/text.ts'
import type { UiText } from '../ui/text.tsx'
import type { ApiAccessText } from '../users/api-access/text.ts'
import type { MeText } from '../users/me/text.ts'
import type { UserText } from '../users/text.ts'
import type { WebhookText } from '../webhooks/text.ts'

/** Every message of the application, by domain. What English has, each language must have. */
export interface Texts {
  /** what the server refuses with, by its code; in English the server's own sentence is shown (`api/errors.de.ts`) */
  errors: Record<ErrorCode | 'offline', string>
  /** what it says beyond that (`api/sentences.de.ts`) */
  sentences: Record<Sentence, string>
  ui: UiText
  access: AccessText
  app: AppText
  auth: AuthText
  authorize: AuthorizeText
  users: UserText
  me: MeText
  apiAccess: ApiAccessText
  teams: TeamText
  billing: BillingText
  settings: TermsText
  contact: ContactText
  projects: ProjectText
  projectList: ProjectsText
  projectSettings: ProjectSettingsText
  bim: BimText
  /** what is wrong with a file, by its code (`contract/src/file-notes.de.ts`) */
  fileNotes: FileNotes
  bcf: BcfText
  viewer: ViewerText
  elements: ElementText
  issues: IssueText
  issueDetail: DetailText
  issueLists: ListText
  activity: ActivityText
  composer: ComposerText
  markup: MarkupText
  overview: OverviewText
  chat: ChatText
  markers: MarkerText
  notifications: NotificationText
  /** what each notification says, here as in mails and pushes */
  notificationWords: NotificationWords
  notificationSettings: NotificationSettingsText
  webhooks: WebhookText
  analytics: AnalyticsText
  palette: PaletteText
  presence: PresenceText
}
