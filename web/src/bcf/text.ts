import type { BcfImport, bcfOutcomes } from '@plumbline/contract/bcf/bcf'
import { catalogue, count } from '../base/language.ts'

type Outcome = (typeof bcfOutcomes)[number]

const issues = (number: number) => count(number, 'issue', 'issues')

const english = {
  importBcf: 'Import BCF',
  onlyEditors: 'Only editors and administrators of the project import issues',
  file: 'BCF files',
  chooseFile: 'Choose BCF files',
  fileHelp:
    'BCF 2.0, 2.1 or 3.0 (.bcf, .bcfzip), at most 2 GB each. They are compared first; nothing is changed yet.',
  fileTooLarge: 'A BCF file has at most 2 GB. Export fewer issues at once.',
  fileWrongType: 'Choose a .bcf or .bcfzip file',
  offline: 'Without a network no file can be sent',
  sending: (name: string, at: number, of: number) => `Sending ${name}${of > 1 ? ` (${at} of ${of})` : ''}`,
  stop: 'Stop',
  goesOn: 'This goes on when the dialog is closed.',
  recent: 'Imports of the last 30 days',
  noRecent: 'No BCF file was imported in the last 30 days',
  recentFailed: 'The earlier imports could not be loaded',
  tryAgain: 'Try again',
  by: (name: string, at: string) => `${name}, ${at}`,
  somebody: 'Former member',
  states: {
    READING: 'Being read',
    READY: 'Waits for a decision',
    APPLYING: 'Being imported',
    DONE: 'Imported',
    FAILED: 'Failed',
    CANCELLED: 'Discarded',
  } satisfies Record<BcfImport['state'], string>,
  topics: issues,

  loadFailed: 'This import could not be loaded, or it is not there any more',
  reading: (name: string) => `Reading ${name}`,
  applying: (name: string) => `Importing ${name}`,
  another: 'Choose another file',
  close: 'Close',
  finish: 'Done',
  later: 'Decide later',
  discard: 'Discard this import',
  facts: (version: string, project: string | null) =>
    `BCF ${version}${project ? `, project “${project}”` : ''}`,
  importThem: (number: number) => `Import ${issues(number)}`,
  onlyNew: (number: number) => `Only the new ones (${number.toLocaleString('en')})`,
  nothing: 'The file changes nothing here',
  warnings: 'Not everything in the file is as it should be',
  times: (number: number) => `${number.toLocaleString('en')} times`,

  outcomes: {
    NEW: 'New',
    CHANGED: 'Changed',
    CONFLICT: 'In conflict',
    SAME: 'The same',
    DELETED: 'Deleted here',
  } satisfies Record<Outcome, string>,
  outcomeHelp: {
    NEW: 'They are not in this project yet.',
    CHANGED: 'They are here and differ in fields, or get comments, views or documents.',
    CONFLICT:
      'Fields were changed both here and in the file since the last exchange; the later change counts.',
    SAME: 'They bring nothing that is not here already. What differs was changed here since.',
    DELETED: 'They were deleted here and stay deleted.',
  } satisfies Record<Outcome, string>,
  preview: 'What the import would do',
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
    together: 'Both: taken together',
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
    'These addresses are no members of the project. Say who they are, or leave them as the file says.',
  knownPeople: (number: number) => `${count(number, 'address belongs', 'addresses belong')} to a member.`,
  inTopics: (number: number) => `in ${issues(number)}`,
  asTheFile: 'As the file says',
  whoIs: (author: string) => `Who is ${author}`,

  doneTitle: (number: number) => `${issues(number)} imported`,
  doneNothing: 'Nothing had to be changed',
  doneCounts: (outcome: string, number: number) => `${outcome}: ${number.toLocaleString('en')}`,
  showTheseIssues: 'Show these issues',
  showIssues: 'Show issues from BCF',
  cancelled: 'This import was discarded. Nothing of it was imported.',
}
export type BcfText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    bcf: BcfText
  }
}

export const useBcfText = catalogue('bcf', english)
