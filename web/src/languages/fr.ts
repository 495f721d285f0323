import fileNotes from '@plumbline/contract/bim/file-notes.fr'
import issueFieldNames from '@plumbline/contract/issues/field-names.fr'
import notificationWords from '@plumbline/contract/notifications/words.fr'
import access from '../access/text.fr.ts'
import merge from '../admin/merge-text.fr.ts'
import runs from '../admin/runs-text.fr.ts'
import admin from '../admin/text.fr.ts'
import upkeep from '../admin/upkeep-text.fr.ts'
import analytics from '../analytics/text.fr.ts'
import errors from '../api/errors.fr.ts'
import reasons from '../api/reasons.fr.ts'
import audit from '../audit/text.fr.ts'
import authorize from '../auth/authorize-text.fr.ts'
import auth from '../auth/text.fr.ts'
import type { Texts } from '../base/language.ts'
import app from '../base/text.fr.ts'
import bcf from '../bcf/text.fr.ts'
import billing from '../billing/text.fr.ts'
import elements from '../bim/elements/text.fr.ts'
import bim from '../bim/text.fr.ts'
import viewerChanges from '../bim/viewer/changes-text.fr.ts'
import viewer from '../bim/viewer/text.fr.ts'
import chat from '../chat/text.fr.ts'
import help from '../help/text.fr.ts'
import activity from '../issues/activity/text.fr.ts'
import composer from '../issues/composer/text.fr.ts'
import customFields from '../issues/custom-fields/text.fr.ts'
import issueDetail from '../issues/detail/text.fr.ts'
import review from '../issues/in-model/review-text.fr.ts'
import issueLists from '../issues/list/text.fr.ts'
import markup from '../issues/markup/text.fr.ts'
import myIssues from '../issues/mine-text.fr.ts'
import overview from '../issues/overview/text.fr.ts'
import issues from '../issues/text.fr.ts'
import vocabulary from '../issues/vocabulary/text.fr.ts'
import markers from '../markers/text.fr.ts'
import notificationSettings from '../notifications/settings-text.fr.ts'
import notifications from '../notifications/text.fr.ts'
import notificationThreads from '../notifications/threads-text.fr.ts'
import palette from '../palette/text.fr.ts'
import presence from '../presence/text.fr.ts'
import projectOffline from '../projects/offline-text.fr.ts'
import projectList from '../projects/projects-text.fr.ts'
import projectSettings from '../projects/settings-text.fr.ts'
import projects from '../projects/text.fr.ts'
import contact from '../settings/contact-text.fr.ts'
import maintenance from '../settings/maintenance-text.fr.ts'
import settings from '../settings/terms-text.fr.ts'
import syncStatus from '../sync/status-text.fr.ts'
import sync from '../sync/text.fr.ts'
import teams from '../teams/text.fr.ts'
import ui from '../ui/text.fr.ts'
import apiAccess from '../users/api-access/text.fr.ts'
import me from '../users/me/text.fr.ts'
import users from '../users/text.fr.ts'
import webhooks from '../webhooks/text.fr.ts'

export default {
  errors,
  reasons,
  ui,
  access,
  app,
  audit,
  auth,
  authorize,
  users,
  me,
  apiAccess,
  teams,
  billing,
  settings,
  contact,
  maintenance,
  projects,
  projectList,
  viewerChanges,
  projectOffline,
  projectSettings,
  bim,
  fileNotes,
  bcf,
  viewer,
  elements,
  issues,
  issueFieldNames,
  help,
  customFields,
  vocabulary,
  issueDetail,
  review,
  myIssues,
  issueLists,
  activity,
  composer,
  markup,
  overview,
  chat,
  markers,
  notifications,
  notificationThreads,
  notificationSettings,
  notificationWords,
  webhooks,
  admin,
  runs,
  merge,
  upkeep,
  analytics,
  palette,
  presence,
  sync,
  syncStatus,
} satisfies Texts as Texts
