import fileNotes from '@plumbline/contract/bim/file-notes.es'
import issueFieldNames from '@plumbline/contract/issues/field-names.es'
import notificationWords from '@plumbline/contract/notifications/words.es'
import access from '../access/text.es.ts'
import merge from '../admin/merge-text.es.ts'
import runs from '../admin/runs-text.es.ts'
import admin from '../admin/text.es.ts'
import upkeep from '../admin/upkeep-text.es.ts'
import analytics from '../analytics/text.es.ts'
import errors from '../api/errors.es.ts'
import reasons from '../api/reasons.es.ts'
import audit from '../audit/text.es.ts'
import authorize from '../auth/authorize-text.es.ts'
import auth from '../auth/text.es.ts'
import type { Texts } from '../base/language.ts'
import app from '../base/text.es.ts'
import bcf from '../bcf/text.es.ts'
import billing from '../billing/text.es.ts'
import elements from '../bim/elements/text.es.ts'
import bim from '../bim/text.es.ts'
import viewerChanges from '../bim/viewer/changes-text.es.ts'
import viewer from '../bim/viewer/text.es.ts'
import chat from '../chat/text.es.ts'
import help from '../help/text.es.ts'
import activity from '../issues/activity/text.es.ts'
import composer from '../issues/composer/text.es.ts'
import customFields from '../issues/custom-fields/text.es.ts'
import issueDetail from '../issues/detail/text.es.ts'
import review from '../issues/in-model/review-text.es.ts'
import issueLists from '../issues/list/text.es.ts'
import markup from '../issues/markup/text.es.ts'
import myIssues from '../issues/mine-text.es.ts'
import overview from '../issues/overview/text.es.ts'
import issues from '../issues/text.es.ts'
import vocabulary from '../issues/vocabulary/text.es.ts'
import markers from '../markers/text.es.ts'
import notificationSettings from '../notifications/settings-text.es.ts'
import notifications from '../notifications/text.es.ts'
import notificationThreads from '../notifications/threads-text.es.ts'
import palette from '../palette/text.es.ts'
import presence from '../presence/text.es.ts'
import projectOffline from '../projects/offline-text.es.ts'
import projectList from '../projects/projects-text.es.ts'
import projectSettings from '../projects/settings-text.es.ts'
import projects from '../projects/text.es.ts'
import contact from '../settings/contact-text.es.ts'
import maintenance from '../settings/maintenance-text.es.ts'
import settings from '../settings/terms-text.es.ts'
import syncStatus from '../sync/status-text.es.ts'
import sync from '../sync/text.es.ts'
import teams from '../teams/text.es.ts'
import ui from '../ui/text.es.ts'
import apiAccess from '../users/api-access/text.es.ts'
import me from '../users/me/text.es.ts'
import users from '../users/text.es.ts'
import webhooks from '../webhooks/text.es.ts'

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
