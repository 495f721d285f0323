import type { BcfImport, bcfOutcomes } from '@plumbline/contract/bcf/bcf'
import { catalogue, count } from '../base/language.ts'

type Outcome = (typeof bcfOutcomes)[number]

const issues = (number: number) => count(number, 'issue', 'issues')

const english = {
  importBcf: 'Import BCF',
  onlyEditors: 'Only editors and administrators of the project can import issues',
  file: 'BCF files',
  chooseFile: 'Choose BCF files',
  fileHelp:
    'BCF 1.0 to 3.0 (.bcf, .bcfzip), at most 2 GB each. You see a preview before anything is changed.',
  fileTooLarge: 'A BCF file can have at most 2 GB. Export fewer issues at once.',
  fileWrongType: 'Choose a .bcf or .bcfzip file',
  offline: 'You are offline. Files cannot be uploaded.',
  sending: (name: string, at: number, of: number) => `Uploading ${name}${of > 1 ? ` (${at} of ${of})` : ''}`,
  cancelUpload: 'Cancel upload',
  continuesWhenClosed: 'This continues after the dialog is closed.',
  recent: 'Imports of the last 30 days',
  noRecent: 'No BCF file was imported in the last 30 days',
  recentFailed: 'The earlier imports could not be loaded',
  by: (name: string, at: string) => `${name}, ${at}`,
  somebody: 'Former member',
  states: {
    READING: 'Reading',
    READY: 'Waiting for a decision',
    APPLYING: 'Importing',
    DONE: 'Imported',
    FAILED: 'Failed',
    CANCELLED: 'Discarded',
  } satisfies Record<BcfImport['state'], string>,
  topics: issues,

  loadFailed: 'This import could not be loaded or no longer exists',
  reading: (name: string) => `Reading ${name}`,
  applying: (name: string) => `Importing ${name}`,
  another: 'Choose another file',
  close: 'Close',
  finish: 'Done',
  later: 'Decide later',
  discard: 'Discard this import',
  bcfVersionAndProject: (version: string, project: string | null) =>
    `BCF ${version}${project ? `, project “${project}”` : ''}`,
  importThem: (number: number) => `Import ${issues(number)}`,
  onlyNew: (number: number) => `Import only new ones (${number.toLocaleString('en')})`,
  nothing: 'There is nothing to import',
  warnings: 'Problems in the file',
  times: (number: number) => `${number.toLocaleString('en')} times`,

  outcomes: {
    NEW: 'New',
    CHANGED: 'Changed',
    CONFLICT: 'Conflicts',
    SAME: 'Unchanged',
    DELETED: 'Deleted here',
  } satisfies Record<Outcome, string>,
  outcomeHelp: {
    NEW: 'These issues are not in this project yet.',
    CHANGED:
      'These issues already exist here. They differ in some fields or get new comments, views or documents.',
    CONFLICT:
      'Fields of these issues were changed both here and in the file since the last exchange. The later change wins.',
    SAME: 'The file adds nothing to these issues. Any differences were made here since the last exchange.',
    DELETED: 'These issues were deleted here and stay deleted.',
  } satisfies Record<Outcome, string>,
  preview: 'Import preview',
  rowsFailed: 'The issues could not be loaded',
  more: 'Show more',
  adds: (comments: number, views: number, documents: number) =>
    [
      comments > 0 && count(comments, 'comment', 'comments'),
      views > 0 && count(views, 'view', 'views'),
      documents > 0 && count(documents, 'document', 'documents'),
    ]
      .filter(Boolean)
      .join(', '),
  added: (what: string) => `Adds ${what}`,
  ours: 'Here',
  theirs: 'In the file',
  empty: 'empty',
  why: {
    together: 'Both: merged',
    fileOnly: 'File: changed only there',
    fileLater: 'File: changed later',
    hereOnly: 'Here: changed only here',
    hereLater: 'Here: changed later',
  },
  fields: {
    title: 'Title',
    description: 'Description',
    topic_type: 'Type',
    topic_status: 'Status',
    priority: 'Priority',
    labels: 'Labels',
    reference_links: 'Links',
    trade: 'Trade',
    level: 'Level',
    section: 'Section',
    assigned_to: 'Assignee',
    due_date: 'Due',
    comment: 'Comment',
    stage: 'Stage',
    index: 'Order',
    bim_snippet: 'Snippet',
    files: 'Models',
  },

  people: 'People',
  peopleHint:
    'These addresses do not belong to members of the project. Choose a member for each, or keep the address from the file.',
  knownPeople: (number: number) => `${count(number, 'address belongs', 'addresses belong')} to a member.`,
  inTopics: (number: number) => `in ${issues(number)}`,
  keepAddress: 'Keep the address',
  memberFor: (author: string) => `Member for ${author}`,

  doneTitle: (number: number) => `${issues(number)} imported`,
  doneNothing: 'No changes were needed',
  doneCounts: (outcome: string, number: number) => `${outcome}: ${number.toLocaleString('en')}`,
  showTheseIssues: 'Show these issues',
  showIssues: 'Show issues from BCF',
  cancelled: 'This import was discarded. Nothing was imported.',
}
export type BcfText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    bcf: BcfText
  }
}

export const useBcfText = catalogue('bcf', english)
