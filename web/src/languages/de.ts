import fileNotes from '@plumbline/contract/bim/file-notes.de'
import issueFieldNames from '@plumbline/contract/issues/field-names.de'
import notificationWords from '@plumbline/contract/notifications/words.de'
import access from '../access/text.de.ts'
import merge from '../admin/merge-text.de.ts'
import runs from '../admin/runs-text.de.ts'
import admin from '../admin/text.de.ts'
import upkeep from '../admin/upkeep-text.de.ts'
import analytics from '../analytics/text.de.ts'
import errors from '../api/errors.de.ts'
import reasons from '../api/reasons.de.ts'
import audit from '../audit/text.de.ts'
import authorize from '../auth/authorize-text.de.ts'
import auth from '../auth/text.de.ts'
import type { Texts } from '../base/language.ts'
import app from '../base/text.de.ts'
import bcf from '../bcf/text.de.ts'
import billing from '../billing/text.de.ts'
import elements from '../bim/elements/text.de.ts'
import bim from '../bim/text.de.ts'
import viewerChanges from '../bim/viewer/changes-text.de.ts'
import viewer from '../bim/viewer/text.de.ts'
import chat from '../chat/text.de.ts'
import help from '../help/text.de.ts'
import activity from '../issues/activity/text.de.ts'
import composer from '../issues/composer/text.de.ts'
import customFields from '../issues/custom-fields/text.de.ts'
import issueDetail from '../issues/detail/text.de.ts'
import review from '../issues/in-model/review-text.de.ts'
import issueLists from '../issues/list/text.de.ts'
import markup from '../issues/markup/text.de.ts'
import myIssues from '../issues/mine-text.de.ts'
import overview from '../issues/overview/text.de.ts'
import issues from '../issues/text.de.ts'
import vocabulary from '../issues/vocabulary/text.de.ts'
import markers from '../markers/text.de.ts'
import notificationSettings from '../notifications/settings-text.de.ts'
import notifications from '../notifications/text.de.ts'
import notificationThreads from '../notifications/threads-text.de.ts'
import palette from '../palette/text.de.ts'
import presence from '../presence/text.de.ts'
import projectOffline from '../projects/offline-text.de.ts'
import projectList from '../projects/projects-text.de.ts'
import projectSettings from '../projects/settings-text.de.ts'
import projects from '../projects/text.de.ts'
import contact from '../settings/contact-text.de.ts'
import maintenance from '../settings/maintenance-text.de.ts'
import settings from '../settings/terms-text.de.ts'
import syncStatus from '../sync/status-text.de.ts'
import sync from '../sync/text.de.ts'
import teams from '../teams/text.de.ts'
import ui from '../ui/text.de.ts'
import apiAccess from '../users/api-access/text.de.ts'
import me from '../users/me/text.de.ts'
import users from '../users/text.de.ts'
import webhooks from '../webhooks/text.de.ts'

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
