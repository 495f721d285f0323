import type { IssueStatus } from '@plumbline/contract/issues/issues'
import { catalogue, count } from '../base/language.ts'

const english = {
  issues: 'Issues',
  issueNumber: (number: number) => `Issue #${number}`,
  newIssue: 'New issue',
  notHere: 'This issue is not on this device. It opens when there is a connection.',
  waitingIssues: (number: number) =>
    count(number, 'new issue waits to be sent', 'new issues wait to be sent'),
  keptHere: 'Saved on this device',
  keptHereHint: 'It is sent as soon as there is a connection.',
  noRoom: 'This device has no room left',
  noRoomHint: 'Nothing was lost: the form is still here. Free some space, or remove a photo.',
  search: 'Search issues',
  searchHint: 'Words or #number',
  status: 'Status',
  priority: 'Priority',
  number: '#',
  title: 'Title',
  assignee: 'Assignee',
  nobody: 'Nobody',
  notOfProject: 'Not a member of the project',
  notMember: (address: string) => `${address} (not a member)`,
  updated: 'Updated',
  due: 'Due',
  level: 'Level',
  noLevel: 'No level',
  trade: 'Trade',
  type: 'Type',
  description: 'Description',
  addDescription: 'Add a description',
  save: 'Save',
  cancel: 'Cancel',
  create: 'Create issue',
  template: 'Template',
  noTemplate: 'None',
  pickInModel: 'Pick in the model',
  pickHint: 'Select the element in the model, then “New issue” (C)',
  edit: 'Edit',
  close: 'Close the issue panel',
  results: (number: number) => count(number, 'issue', 'issues'),
  empty: 'No issues yet',
  emptyHint:
    'An issue records something to be fixed, with its location in the model. Open a model, select an element and press C.',
  emptyFiltered: 'No matching issues',
  clearFilters: 'Clear filters',
  openModels: 'Open models',
  mayNot: 'Viewers cannot create issues',
  showInModel: 'Show in the model',
  goToView: 'Go to viewpoint',
  snapshotOf: (number: number) => `View of issue #${number}`,
  element: 'Element',
  coordinates: (x: number, y: number, z: number) => [x, y, z].map((value) => value.toFixed(2)).join(', '),
  createdBy: (name: string, date: string) => `Created by ${name} on ${date}`,
  formerMember: 'a former member',
  moveTo: {
    OPEN: 'Open',
    IN_PROGRESS: 'Start',
    RESOLVED: 'Resolve',
    REOPENED: 'Reopen',
    CLOSED: 'Close',
    VOID: 'Void',
  } satisfies Record<IssueStatus, string>,
  remove: 'Delete issue',
  copyLink: 'Copy link',
  copied: 'Link copied',
  actions: 'More',
  gone: 'This issue does not exist',
  goneHint: 'It was deleted, or you have no access to it.',
  backToList: 'All issues',
  loadFailed: 'The issues could not be loaded',
  types: {
    DEFECT: 'Defect',
    CLASH: 'Clash',
    COORDINATION: 'Coordination',
    RFI: 'Request for information',
    QUALITY: 'Quality',
    SAFETY: 'Safety',
    CHANGE: 'Change',
    TASK: 'Task',
    OTHER: 'Other',
  },
}
export type IssueText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    issues: IssueText
  }
}

export const useIssueText = catalogue('issues', english)
